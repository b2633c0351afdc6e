/**
 * Error codes of the convert calls, with their HTTP status and message. A client finds the code in the `cause` of
 * `http-failed`. Other failures use the codes of the catalogue.
 */
export const convertErrors = {
  /** No source has a market that is large enough. */
  'insufficient-liquidity': [400, 'insufficient liquidity'],
  /** Both tokens are the same. */
  'same-token': [400, 'Both tokens are the same'],
  /** The token is not on the list, or is no token. */
  'token-unknown': [400, 'The token is not known'],
  /** The order is not as it was built here, or its signature is not the user's. */
  'order-invalid': [400, 'The order is not valid'],
  /** The source has no such pair of chains, or is not set up here. */
  'source-unknown': [400, 'The source does not quote here'],
  /** The account holds less than the amount. */
  'insufficient-balance': [400, 'insufficient balance'],
  /** The swap contract may not spend the amount yet: approve first. */
  'insufficient-allowance': [400, 'insufficient allowance'],
  /** The token or the source takes no allowance by signature. */
  'permit-unsupported': [400, 'An allowance by signature is not possible here'],
  /** The signed allowance has expired, or is not the account's for this swap. */
  'permit-invalid': [400, 'The signed allowance is not valid'],
  /** The account is a contract that is not on the other chain: what arrives there could be lost. */
  'receiver-absent': [400, 'The account does not exist on the other chain'],
  /** The spender of an approval is not a swap contract of this server. */
  'spender-refused': [400, 'The spender is not a known swap contract'],
  /** Less would arrive than the minimum: ask for a new quote. */
  'price-moved': [409, 'The price has changed'],
  /** The simulated swap failed. */
  'swap-reverts': [422, 'The swap would fail'],
  /** A source offered a call that this server does not let through: another contract, value or spender. */
  'swap-refused': [502, 'The source offered an unsafe swap'],
  /** The chain's nodes can not simulate, so nothing is vouched for. */
  'simulation-unavailable': [503, 'The swap can not be checked right now'],
  /** No source answered. */
  'sources-unavailable': [502, 'No source of quotes answers right now'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ConvertErrorCode = keyof typeof convertErrors
