import { it } from "vitest";
import { dying } from "../cli/dying.ts";

it("a process killed at any step of writing its reports leaves each file old or new, and whole", () =>
  dying(() => true));
