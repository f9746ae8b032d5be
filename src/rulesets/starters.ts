/** What the scenarios of `crible init` begin with, in each language. */
const HEADS = {
  en: (ruleset: string) => `# A scenario: units, situations, and the questions asked of them.
# Compute it:   crible run my-scenario.yaml
# Check it:     crible validate my-scenario.yaml
# Editors complete and check this file with the schema that this prints:   crible schema ${ruleset}
version: 1
ruleset: ${ruleset}
title: My first scenario
seed: 1                           # the same seed gives the same numbers, on any machine
`,
  fr: (ruleset: string) => `# Un scénario : des unités, des situations, et les questions qu’on leur pose.
# Le calculer :  crible run my-scenario.yaml
# Le vérifier :  crible validate my-scenario.yaml
# Les éditeurs complètent et vérifient ce fichier avec le schéma qu’écrit :   crible schema ${ruleset}
version: 1
ruleset: ${ruleset}
labels: fr
title: Mon premier scénario
seed: 1                           # la même graine donne les mêmes nombres, sur toute machine
`,
};

/** The scenarios of a ruleset, each below its head. */
export const startersOf = (ruleset: string, bodies: { readonly en: string; readonly fr: string }) => ({
  en: HEADS.en(ruleset) + bodies.en,
  fr: HEADS.fr(ruleset) + bodies.fr,
});
