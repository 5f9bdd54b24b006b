import { phrases, type Phrases } from './phrases.ts';
import type { Section } from '../reading/sentence.ts';

/** Which words in a heading, label or lead-in announce which section; the first row that matches wins. */
export const sectionWords: readonly (readonly [Section, Phrases])[] = [
  [
    'constraints',
    phrases({
      en: `
        constraint* | limit* | boundar* | restriction* | ground rules | house rules | rules | must not | may not | not allowed | forbidden | no-go |
        don'ts | do not | don't | guard-rails | guardrails | hard requirements | technical requirements |
        non-functional | nonfunctional | non-negotiable* | please respect | keep in mind | conditions |
        red lines | musts | no-gos | caveats | invariants | off-limits
      `,
      de: `
        randbedingung* | rahmenbedingung* | einschränkung* | vorgabe* | beschränkung* | bedingung* |
        nebenbedingung* | auflagen | leitplanken
      `,
      fr: `contrainte* | limite* | règles | restriction* | interdit*`,
      es: `restriccion* | restricción | limitacion* | límite* | reglas | condiciones`,
      pt: `restriç* | limitaç* | limites | regras | condições`,
      it: `vincol* | limit* | restrizion* | regole`,
      nl: `randvoorwaard* | beperking* | voorwaarden | regels`,
      pl: `ogranicze* | warunki brzegowe | zasady | warunki`,
      ru: `ограничени* | требования к реализации | условия | правила`,
      zh: `约束 | 限制 | 要求与限制 | 注意事项 | 前提条件`,
      ja: `制約 | 制限 | 条件 | 禁止事項 | 注意`,
      ko: `제약 | 제한 | 조건 | 주의`,
    }),
  ],
  [
    'excluded',
    phrases({
      en: `
        out of scope | not in scope | non-goals | non goals | nongoals | not part of this | not included |
        leave out | explicitly not
      `,
      de: `nicht im umfang | nicht-ziele | nichtziele | nicht teil | ausgenommen | abgrenzung`,
      fr: `hors périmètre | hors sujet | hors scope | exclus`,
      es: `fuera de alcance | fuera del alcance | no incluido`,
      pt: `fora de escopo | fora do escopo | fora do âmbito`,
      it: `fuori ambito | fuori scope | esclus*`,
      nl: `buiten scope | buiten de scope | niet in scope`,
      pl: `poza zakresem`,
      ru: `вне рамок | вне скоупа | не входит`,
      zh: `不在范围 | 范围之外 | 非目标`,
      ja: `対象外 | 範囲外 | スコープ外`,
      ko: `범위 밖 | 제외`,
    }),
  ],
  [
    'guidelines',
    phrases({
      en: `
        guideline* | style | conventions | preferences | notes | note | remarks | hints | wishes |
        nice to have | nice-to-have | principles | how we work | advice | tips
      `,
      de: `hinweis* | richtlinie* | stil | konventionen | anmerkung* | wünsche`,
      fr: `remarque* | notes | conventions | style | conseils | préférences`,
      es: `notas | convenciones | estilo | preferencias | observaciones`,
      pt: `notas | convenções | estilo | preferências | observações`,
      it: `note | convenzioni | stile | preferenze | osservazioni`,
      nl: `opmerking* | conventies | stijl | richtlijnen | voorkeuren`,
      pl: `uwagi | konwencje | styl | wskazówki | preferencje`,
      ru: `заметки | примечани* | стиль | пожелани* | соглашения`,
      zh: `备注 | 说明 | 规范 | 偏好 | 建议`,
      ja: `備考 | 補足 | 方針 | スタイル | 規約`,
      ko: `비고 | 참고 | 스타일 | 가이드 | 방침`,
    }),
  ],
  [
    'done',
    phrases({
      en: `
        done | definition of done | dod | finished | finish line | complete when | completion | rollout |
        roll-out | delivery | deliverable* | when to stop | stop when | exit criteria | exit | release |
        shipping | deployment | hand-over | handover | end state | end | closing | when is it over |
        launch
      `,
      de: `
        fertig | definition von fertig | abschluss | auslieferung | wann fertig | ende | lieferung |
        übergabe
      `,
      fr: `terminé | fini | livraison | fin | clôture | définition de fini | mise en production`,
      es: `terminado | definición de hecho | hecho | entrega | cierre | finalización | despliegue`,
      pt: `pronto | definição de pronto | entrega | conclusão | concluído | finalização`,
      it: `finito | definizione di finito | consegna | conclusione | rilascio | fine`,
      nl: `klaar | oplevering | definitie van klaar | afronding | gereed`,
      pl: `gotowe | definicja ukończenia | koniec | zakończenie | wdrożenie`,
      ru: `готово | критерии готовности | завершение | окончание | релиз | готовность`,
      zh: `完成标准 | 完成定义 | 完成条件 | 结束条件 | 上线 | 发布 | 交付`,
      ja: `完了 | 完了の定義 | 完了条件 | 終了条件 | リリース | ゴール`,
      ko: `완료 | 완료 조건 | 완료 정의 | 종료 | 배포`,
    }),
  ],
  [
    'success',
    phrases({
      en: `
        verif* | acceptance | acceptance criteria | checks | check list | checklist | how to check |
        how to test | how we'll check | test plan | testing | tests | success | success criteria |
        criteria | quality gates | gates | gate | qa | validation | has to hold | must hold | has to pass |
        must pass | should pass | must succeed | must be green | to be green | needs to pass |
        need to pass | have to pass | proof | evidence | works if | how do we know | how we'll know |
        ok if | accepted when | measured by | pass | passes | green
      `,
      de: `
        abnahme* | akzeptanz* | prüfung* | prüfen | verifikation | überprüfung | nachweis* |
        erfolgskriteri* | tests | testplan | qualitätssicherung
      `,
      fr: `
        critères d'acceptation | acceptation | vérification* | validation | recette | critères de succès |
        critères de réussite | tests | contrôles
      `,
      es: `
        criterios de aceptación | aceptación | verificación | verificaciones | comprobaciones |
        criterios de éxito | pruebas | validación | tests
      `,
      pt: `
        critérios de aceitação | critérios de aceite | aceite | aceitação | verificação |
        critérios de sucesso | validação | testes
      `,
      it: `
        criteri di accettazione | accettazione | verific* | criteri di successo | controlli | validazione |
        test
      `,
      nl: `
        acceptatie* | verificatie | controle | controles | succescriteria | testen | tests | validatie
      `,
      pl: `kryteria akceptacji | akceptacja | weryfikacja | kryteria sukcesu | sprawdzenie | testy`,
      ru: `
        критерии приемки | критерии приёмки | приемка | приёмка | проверк* | критерии успеха | тесты |
        верификация
      `,
      zh: `验收 | 验证 | 测试 | 检查项 | 成功标准 | 检验`,
      ja: `受け入れ | 受入 | 検証 | 確認 | テスト | 成功条件 | 動作確認`,
      ko: `인수 조건 | 수락 기준 | 검증 | 테스트 | 확인 | 성공 기준`,
    }),
  ],
  [
    'steps',
    phrases({
      en: `
        steps to reproduce | to reproduce | reproduction | repro | steps | plan | phases | suggested |
        approach | milestones | order of work | how i would | ideas | roadmap
      `,
      de: `schritte | vorgehen | ablauf | plan | phasen | reproduktion`,
      fr: `étapes | démarche | plan | reproduction`,
      es: `pasos | plan | fases`,
      pt: `passos | etapas | plano | fases`,
      it: `passi | piano | fasi | passaggi`,
      nl: `stappen | plan | aanpak | fasen`,
      pl: `kroki | plan | etapy`,
      ru: `шаги | план | этапы | воспроизведение`,
      zh: `步骤 | 复现 | 计划 | 阶段`,
      ja: `手順 | 再現 | 計画 | ステップ`,
      ko: `단계 | 재현 | 계획 | 절차`,
    }),
  ],
  [
    'requirements',
    phrases({
      en: `
        requirement* | new behaviour | new behavior | expected behaviour | expected behavior | expected |
        expected result | desired | behaviour | behavior | should | must | shall | specification |
        functional | details | rules of the game | what should happen | acceptance rules | to be | instead |
        features | what changes | changes | target state | solution | user story | scenario*
      `,
      de: `
        anforderung* | soll-verhalten | sollverhalten | erwartet* | neues verhalten | verhalten | soll |
        sollen | muss | funktional* | was sich ändert | lösung
      `,
      fr: `exigence* | comportement* | attendu* | fonctionnel* | spécification* | doit | besoins`,
      es: `requisito* | comportamiento* | esperado | funcional* | especificación | debe`,
      pt: `requisito* | comportamento* | esperado | funcional* | especificação | deve`,
      it: `requisit* | comportament* | atteso | funzional* | specific* | deve`,
      nl: `eisen | vereisten | gedrag | verwacht* | functioneel | wensen | moet`,
      pl: `wymagani* | zachowanie | oczekiwan* | funkcjonaln* | powinno | powinien`,
      ru: `требовани* | поведение | ожидаем* | функциональн* | должно | должен`,
      zh: `需求 | 预期 | 期望 | 功能 | 行为 | 具体需求`,
      ja: `要件 | 期待 | 仕様 | 機能 | 動作`,
      ko: `요구 사항 | 요구사항 | 기대 | 기능 | 동작 | 사양`,
    }),
  ],
  [
    'scope',
    phrases({
      en: `
        scope | affected | affects | files | where | applies to | location | area | component | components |
        touches | module | target | in scope
      `,
      de: `umfang | betroffen* | dateien | wo | bereich | komponente*`,
      fr: `périmètre | fichiers | concerné* | composant* | où`,
      es: `alcance | ficheros | archivos | afectad* | componente* | dónde`,
      pt: `escopo | âmbito | arquivos | ficheiros | afetad* | componente* | onde`,
      it: `ambito | file | interessat* | componente | dove`,
      nl: `scope | bestanden | omvang | onderdeel | waar`,
      pl: `zakres | pliki | gdzie | komponent*`,
      ru: `объем | область | файлы | где | компонент* | затронуто`,
      zh: `范围 | 文件 | 模块 | 涉及`,
      ja: `対象 | 範囲 | ファイル | 箇所`,
      ko: `범위 | 대상 | 파일`,
    }),
  ],
  [
    'context',
    phrases({
      en: `
        background | context | problem | problem statement | notes | note | current | currently | today |
        environment | actual | motivation | why | additional context | additional information |
        describe the bug | history | what happens | observed | situation | versions | version | logs | log |
        stack trace | screenshots | symptoms | symptom | fyi | cc | reporter | priority | severity |
        related | links | alternatives | going on | impact | status | ps | edit
      `,
      de: `
        hintergrund | kontext | problem | hinweis* | aktuell | ist-zustand | umgebung | motivation | warum |
        ausgangslage | fehlerbild | ist
      `,
      fr: `contexte | problème | notes | remarque* | actuel* | environnement | pourquoi | situation`,
      es: `contexto | problema | notas | actual | actualmente | entorno | por qué | antecedentes`,
      pt: `contexto | problema | notas | atual | atualmente | ambiente | por que`,
      it: `contesto | problema | note | attuale | ambiente | perché`,
      nl: `achtergrond | context | probleem | huidig* | omgeving | waarom`,
      pl: `kontekst | tło | problem | uwagi | obecnie | środowisko | dlaczego`,
      ru: `контекст | предыстория | проблема | заметки | сейчас | окружение | почему | примечание`,
      zh: `背景 | 问题 | 现状 | 环境 | 原因 | 备注`,
      ja: `背景 | 問題 | 現状 | 環境 | 理由 | 備考 | 概要`,
      ko: `배경 | 문제 | 현재 | 환경 | 이유 | 비고`,
    }),
  ],
  [
    'ask',
    phrases({
      en: `
        goal* | objective* | task | summary | what i want | what we want | request | tl;dr | title |
        proposal | aim | outcome | story | overview
      `,
      de: `ziel* | aufgabe | zusammenfassung | wunsch | auftrag`,
      fr: `objectif* | tâche | résumé | demande | but`,
      es: `objetivo* | tarea | resumen | petición`,
      pt: `objetivo* | tarefa | resumo | pedido`,
      it: `obiettiv* | compito | riassunto | richiesta | scopo`,
      nl: `doel* | taak | samenvatting | opdracht`,
      pl: `cel* | zadanie | podsumowanie`,
      ru: `цель | цели | задача | описание | кратко`,
      zh: `目标 | 任务 | 概述 | 目的`,
      ja: `目的 | 目標 | タスク | やりたいこと`,
      ko: `목표 | 작업 | 개요 | 목적`,
    }),
  ],
];
