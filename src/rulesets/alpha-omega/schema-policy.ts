import * as z from "zod";
import { when } from "../schema.ts";
import { ORDERS } from "./words.ts";

const policyRule = z.strictObject({
  when,
  order: z
    .union([z.enum(ORDERS), z.partialRecord(z.enum(ORDERS), z.number().min(0).max(1_000_000))])
    .describe("One order, or the shares of several"),
  does: z.enum(["fire", "charge"]).optional(),
});
/** A rule as the scenario has it. */
export type WrittenRule = z.infer<typeof policyRule>;
/** What a side orders as the fight goes (E-19). */
export const policy = z.union([
  z.array(policyRule).min(1).max(1_000).describe("The first rule that holds gives the order of the turn"),
  z.strictObject({
    from: z.string().optional().describe("A table such as the play.csv of crible play"),
    table: z.string().optional().describe("The table itself; filled in from the file"),
    cell: z.string().optional().describe("Whose rows, where the table has those of several cells"),
    side: z.enum(["first", "second"]).optional().describe("Of which side in the table; by default the same"),
  }),
]);
/** A table as the scenario has it, the text of its file filled in. */
export type WrittenTable = Exclude<z.infer<typeof policy>, readonly unknown[]>;
