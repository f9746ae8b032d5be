/** Why an address is no question. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}
