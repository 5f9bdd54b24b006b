#!/usr/bin/env bash
# The job ends as the loop did.
exit "$CODE"
