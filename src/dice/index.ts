export { type Dice, type KnownFall, RolledDice, StreamDice } from "./dice.ts";
export { below, by, facesFor, facesOf, type Pen, pennedDice, type Throw, waysOfSum } from "./penned.ts";
export { Sha256, sha256, sha256Hex } from "./sha256.ts";
export { blockStream, cellKey, hashText, STREAM_NAME, STREAM_VERSION, Stream } from "./stream.ts";
export { PLACE_BITS, pairKey, SplitStream, TrialStream } from "./trial-stream.ts";
export { uniform32 } from "./uniform.ts";
