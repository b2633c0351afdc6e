/**
 * The catalogue of all failures. The key crosses windows, sockets and HTTP; the text is for users; the number is for
 * EIP-1193 and JSON-RPC 2.0 peers.
 *
 * @source spec section 8; https://eips.ethereum.org/EIPS/eip-1193; https://eips.ethereum.org/EIPS/eip-1474;
 *   https://eips.ethereum.org/EIPS/eip-5792
 */
export const errors = {
  'user-rejected': ['User rejected the request', 4001],
  unauthorized: ['The requested account or method is not authorized', 4100],
  'unsupported-method': ['The wallet does not support this method', 4200],
  'provider-disconnected': ['The wallet is disconnected from all networks', 4900],
  'chain-disconnected': ['The wallet is disconnected from this network', 4901],
  'chain-unrecognised': ['The wallet does not know this network', 4902],
  'capability-unsupported': ['The wallet does not support a required capability', 5700],
  'capability-chain-unsupported': ['The wallet does not support this capability here', 5710],
  'bundle-duplicate': ['There is already a bundle with this id', 5720],
  'bundle-unknown': ['No bundle with this id is known', 5730],
  'bundle-too-large': ['The bundle is too large for the wallet', 5740],
  'upgrade-rejected': ['The account upgrade was rejected', 5750],
  'atomicity-unsupported': ['The wallet does not support atomic execution', 5760],
  'parse-failed': ['The message is not valid JSON', -32700],
  'request-invalid': ['The request is not valid', -32600],
  'method-not-found': ['The method does not exist', -32601],
  'params-invalid': ['The parameters are not valid', -32602],
  internal: ['Internal error', -32603],
  'input-invalid': ['Missing or invalid input', -32000],
  'resource-not-found': ['The requested resource was not found', -32001],
  'request-pending': ['A request is already waiting in the wallet', -32002],
  'transaction-rejected': ['The transaction was not accepted', -32003],
  'method-not-implemented': ['The method is not implemented', -32004],
  'limit-exceeded': ['Too many requests', -32005],
  'version-unsupported': ['This JSON-RPC version is not supported', -32006],

  'balance-unavailable': ['Token Balance Unavailable', -32603],
  'transactions-failed': ['Failed to fetch transactions', -32603],
  'frame-load-failed': ['Unable to load email login dependency', -32603],
  'request-aborted': ['Request was aborted', 4001],
  'something-went-wrong': ['Something went wrong', -32603],
  unknown: ['An error occurred', -32603],
  'frame-not-set': ['W3mFrame: iframe is not set', -32603],
  'frame-parent-not-set': ['W3mFrame: parent is not set', -32603],
  'disconnect-failed': ['Failed to disconnect', -32603],
  'email-throttled': ['Please try again after {n} seconds', -32005],
  'address-invalid': ['Address is invalid', -32602],
  'rpc-call-not-allowed': ['Requested RPC call is not allowed', 4200],
  'action-not-allowed': ['Action not allowed', 4100],
  'amount-and-receiver-required': ['An amount and receiver address are required', -32602],
  'token-required': ['A token is required', -32602],
  'chain-unsupported': ['Unsupported chain', 4901],
  'session-chain-unsupported': ['Chain is not supported', 4901],
  'adapter-not-found': ['Adapter not found', -32603],
  'network-undefined': ['CaipNetwork is undefined', -32603],
  'http-failed': ['HTTP request failed', -32603],
  'rpc-failed': ['RPC request failed', -32603],
  'request-timed-out': ['request timed out', -32603],
  'method-not-supported': ['method not supported', 4200],
  'theme-sync-failed': ['Unable to sync theme to auth connector', -32603],
  'sign-in-failed': ['A problem occurred while trying initialize authentication', -32603],
  'sign-in-declined': ['Signature declined', 4001],
  'smart-accounts-unsupported': ['This application might not support Smart Accounts', -32603],

  'not-connected': ['No account is connected', 4100],
  'connector-not-found': ['This wallet is not available in this browser', -32603],
  'connector-busy': ['This wallet is already connecting', -32002],
  'connection-invalid': ['The wallet answered with no account', -32603],
  'options-invalid': ['The options are not valid', -32602],
  'relay-unreachable': ['Wallets could not be reached', -32603],
  'relay-refused': ['The relay does not let this site connect wallets', 4100],
  'clock-wrong': ['The clock of this device is wrong', -32603],

  'email-replaced': ['This address was replaced by another one', 4100],
  'login-held': ['This login is frozen', 4100],
  'share-unreadable': ['A part of the wallet key can not be read', -32603],
  'recovery-failed': ['The wallet could not be restored', -32603],
  'recovery-evidence-required': ['Confirm this device to restore the wallet', 4100],
  'account-frozen': ['This account is frozen', 4100],
} as const satisfies Record<string, readonly [message: string, rpcCode: number]>

export type ErrorCode = keyof typeof errors

/** The one error class of Foyer. Switch on `code`, never on `message`, and never use `instanceof` across a window or socket. */
export class FoyerError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'FoyerError'
  readonly code: code
  /** EIP-1193 or JSON-RPC number. */
  readonly rpcCode: number
  /** For the developer: the problem and how to fix it. */
  readonly details: string | undefined

  constructor(
    code: code,
    options: {
      cause?: unknown
      details?: string | undefined
      /** Fills `{name}` in the catalogue's sentence. */ values?: Record<string, string | number>
    } = {},
  ) {
    const { cause, details, values } = options
    const [message, rpcCode] = errors[code]
    super(
      message.replace(/\{(\w+)\}/g, (whole, name) => String(values?.[name] ?? whole)),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.rpcCode = rpcCode
    this.details = details
  }
}
