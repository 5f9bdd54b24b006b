import type { Spend } from '@loopwright/core';
import { Facts, type FactsListener, type Host, type RunPlan, type Send } from '@loopwright/hosts';
import { type ToolContext, toolFacts, type ToolFacts } from '@loopwright/hooks';
import { parseObject, type PriceTable } from '@loopwright/transcript/quick';
import { pricedBill } from '../run/bill.ts';

/** What a reader reports while it reads, and what it knows of the run: without, no checks, and an unknown folder. */
export interface ClientWatch
  extends Pick<FactsListener, 'onAct' | 'onAnswer'>, Partial<Omit<ToolContext, 'failedBefore'>> {
  /** Takes the facts of each finished batch of tools. */
  onTools?(facts: ToolFacts): void;
  /** Omitted: the list prices. */
  readonly prices?: PriceTable;
}

/** Reads the output of an agent, line by line. It skips lines that are no message, and no line makes it throw. */
export class ClientReader {
  readonly facts: Facts;
  readonly #host: Host;
  readonly #plan: RunPlan;
  readonly #prices: PriceTable | undefined;

  constructor(host: Host, plan: RunPlan, watch: ClientWatch = {}) {
    const { onTools, prices, checks = [], root = '', ...heard } = watch;
    let failedBefore: string | undefined;
    this.#host = host;
    this.#plan = plan;
    this.#prices = prices;
    this.facts = new Facts({
      ...heard,
      onBatch: (calls) => {
        const facts = toolFacts(calls, { failedBefore, checks, root });
        failedBefore = facts.failedCall ?? failedBefore;
        onTools?.(facts);
      },
    });
  }

  /** Reads one line. `send` answers an agent that asks. */
  take(line: string, send: Send = () => undefined): void {
    const fields = parseObject(line);
    if (fields) this.#host.read(fields, this.facts, this.#plan, send);
  }

  /** The cost by our own prices. Less exact than what the agent reports: messages report fewer tokens. */
  priced(): Spend {
    return pricedBill(this.facts, this.#host, this.#prices);
  }
}
