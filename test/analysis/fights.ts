/** Small real scenarios, as a designer would write them, for tests of goals and of the gate. */
import { parseText } from "../../src/scenario/located.ts";
import { type Study, type StudyOptions, studyOf } from "../../src/scenario/study.ts";

export const HEAD = `version: 1
ruleset: alpha-omega
title: A test
seed: 7
weapons:
  rifle: { range: { 24: 0 }, saveModifier: 0 }
units:
  marines: { models: 3, ballisticSkill: 4+, save: 6+, command: 3+, weapon: rifle }
  scouts: { models: 3, ballisticSkill: 5+, save: 8+, command: 5+, weapon: rifle }
modifierSets:
  endurance: { defender: { addSkills: [endurance] } }
`;

const SITUATION = "situation: { attackerOrder: aimed, defenderOrder: aimed, distance: 12 }";

/** A shot of two pairs with and without endurance: four cells; a volley: one. */
export const EXPERIMENTS = `experiments:
  once: { kind: shot, attacker: marines, defender: [marines, scouts], with: [base, endurance], ${SITUATION} }
  fire: { kind: volley, attacker: marines, defender: scouts, ${SITUATION} }
`;

/** The study of a text. */
export async function studyOfText(text: string, options: StudyOptions = {}): Promise<Study> {
  const { root, problems } = parseText(text, "test.yaml");
  if (root === undefined) throw new Error(JSON.stringify(problems));
  return studyOf(root, "test.yaml", options, problems);
}

/** The study with these goals, one a line. */
export const withGoals = (goals: string, options: StudyOptions = {}): Promise<Study> =>
  studyOfText(`${HEAD}${EXPERIMENTS}goals:\n${goals.replace(/^/gm, "  - ")}\n`, options);
