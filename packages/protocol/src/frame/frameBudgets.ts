import { classifyMethod, safeMethods, unsafeMethods } from '../methods.ts'
import { frameLimits } from './frameEnvelope.ts'
import { type FrameMessageType, frameMessages } from './frameMessages.ts'

/** The budget of one kind of request: the size is per request, the other limits are for all of the kind together. */
type Budget = {
  /** Size of one message, as JSON. */
  bytes: number
  perSecond: number
  perMinute: number
  /** Requests of the kind that may wait at the same time. */
  open: number
}
const { bytes, open } = frameLimits
const kib = 1024

/** @source security 3.3, 3.4; T10 */
export const frameBudgets = {
  /** Aborts and sign-outs, which must never be delayed by other requests. */
  control: { bytes: kib, perSecond: 50, perMinute: 600, open: 10 },
  login: { bytes: 64 * kib, perSecond: 10, perMinute: 120, open: 20 },
  settings: { bytes: 4 * kib, perSecond: 50, perMinute: 600, open },
  /** The site's theme and metadata. */
  looks: { bytes, perSecond: 20, perMinute: 300, open: 20 },
  read: { bytes, perSecond: 50, perMinute: 600, open },
  /** Transactions that the site had signed elsewhere. */
  submit: { bytes, perSecond: 20, perMinute: 20, open: 20 },
  /** Requests that a user approves; the last number leaves room for all that may wait. */
  ask: { bytes, perSecond: 100, perMinute: 600, open },
} as const satisfies Readonly<Record<string, Budget>>
export type FrameBudgetName = keyof typeof frameBudgets

/** Timeout of reads, which a server or a node answers, ms. */
const readMs = 60_000

const messageBudgets: Readonly<Record<Exclude<FrameMessageType, 'RPC_REQUEST'>, FrameBudgetName>> =
  {
    CONNECT_EMAIL: 'login',
    CONNECT_CHALLENGE: 'login',
    CONNECT_DEVICE: 'login',
    CONNECT_OTP: 'login',
    CONNECT_PASSKEY: 'login',
    GET_SOCIAL_REDIRECT_URI: 'login',
    CONNECT_SOCIAL: 'login',
    GET_CUSTOM_NONCE: 'login',
    CONNECT_CUSTOM: 'login',
    GET_FARCASTER_URI: 'login',
    CONNECT_FARCASTER: 'login',
    UPDATE_EMAIL: 'login',
    UPDATE_EMAIL_PRIMARY_OTP: 'login',
    UPDATE_EMAIL_SECONDARY_OTP: 'login',
    GET_USER: 'login',
    GET_CHAIN_ID: 'settings',
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: 'settings',
    SET_PREFERRED_ACCOUNT: 'settings',
    IS_CONNECTED: 'settings',
    SWITCH_NETWORK: 'settings',
    SYNC_THEME: 'looks',
    SYNC_DAPP_DATA: 'looks',
    RPC_ABORT: 'control',
    SIGN_OUT: 'control',
    RELOAD: 'control',
  }

/** The budget of one message or wallet method. */
export type FrameMethodBudget = Budget & {
  /** The message, or the wallet method in `RPC_REQUEST`. */
  method: string
  /** All requests of this kind count together. */
  budget: FrameBudgetName
  /** Timeout, ms; a later answer is replaced by `request-timed-out`. */
  timeMs: number
}

/**
 * Returns the budget of a frame message.
 *
 * @param method - The wallet method of `RPC_REQUEST`; an unsupported method counts as a read.
 */
export function budgetOf(type: FrameMessageType, method = ''): FrameMethodBudget {
  const { timeoutMs } = frameMessages[type]
  if (type !== 'RPC_REQUEST')
    return rowOf(messageBudgets[type], { method: type, timeMs: timeoutMs })
  if (classifyMethod(method) === 'unsafe') return rowOf('ask', { method, timeMs: timeoutMs })
  const budget = method === 'eth_sendRawTransaction' ? 'submit' : 'read'
  return rowOf(budget, { method, timeMs: readMs })
}

const rowOf = (
  budget: FrameBudgetName,
  row: Pick<FrameMethodBudget, 'method' | 'timeMs'>,
): FrameMethodBudget => ({ ...row, budget, ...frameBudgets[budget] })

/** Lists every frame message and wallet method with its budget, for the docs. */
export function listFrameBudgets(): FrameMethodBudget[] {
  const types = Object.keys(frameMessages) as FrameMessageType[]
  return [
    ...types.filter((type) => type !== 'RPC_REQUEST').map((type) => budgetOf(type)),
    ...[...safeMethods, ...unsafeMethods].map((method) => budgetOf('RPC_REQUEST', method)),
  ]
}
