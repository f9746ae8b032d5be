/** A scenario of `crible init`: what all of them begin with, then what a ruleset has to show. */
export const starterOf = (ruleset: string, body: string) => ({
  en: `# A scenario: units, situations, and the questions asked of them.
# Compute it:   crible run my-scenario.yaml
# Check it:     crible validate my-scenario.yaml
# Editors complete and check this file with the schema that this prints:   crible schema ${ruleset}
version: 1
ruleset: ${ruleset}
title: My first scenario
seed: 1                           # the same seed gives the same numbers, on any machine
${body}`,
});
