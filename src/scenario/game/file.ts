/** Games are files of this ending. */
export const GAME_FILE = /\.game\.ya?ml$/iu;
