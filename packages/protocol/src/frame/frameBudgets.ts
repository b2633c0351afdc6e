import { classifyMethod, safeMethods, unsafeMethods } from '../methods.ts'
import { frameLimits } from './frameEnvelope.ts'
import { type FrameMessageType, frameMessages } from './frameMessages.ts'

/** What requests of one kind may cost the frame: the first is for each of them, the others for all of the kind together. */
type Budget = {
  /** Of one message, as JSON. */
  bytes: number
  perSecond: number
  perMinute: number
  /** Requests of the kind that wait at the same time. */
  open: number
}
const { bytes, open } = frameLimits
const kib = 1024

/** @source security 3.3, 3.4; T10 */
export const frameBudgets = {
  /** Ends what waits: never refused because of other requests. */
  control: { bytes: kib, perSecond: 50, perMinute: 600, open: 10 },
  login: { bytes: 64 * kib, perSecond: 10, perMinute: 120, open: 20 },
  settings: { bytes: 4 * kib, perSecond: 50, perMinute: 600, open },
  /** What the site says of itself and how it looks. */
  looks: { bytes, perSecond: 20, perMinute: 300, open: 20 },
  read: { bytes, perSecond: 50, perMinute: 600, open },
  /** Transactions that a site had signed elsewhere. */
  submit: { bytes, perSecond: 20, perMinute: 20, open: 20 },
  /** What a person is asked for; the second is room for all that may wait. */
  ask: { bytes, perSecond: 100, perMinute: 600, open },
} as const satisfies Readonly<Record<string, Budget>>
export type FrameBudgetName = keyof typeof frameBudgets

/** Answers to reads come from a server or a node, ms. */
const readMs = 60_000

const messageBudgets: Readonly<Record<Exclude<FrameMessageType, 'RPC_REQUEST'>, FrameBudgetName>> =
  {
    CONNECT_EMAIL: 'login',
    CONNECT_DEVICE: 'login',
    CONNECT_OTP: 'login',
    GET_SOCIAL_REDIRECT_URI: 'login',
    CONNECT_SOCIAL: 'login',
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

/** What one message or wallet method may cost the frame. */
export type FrameMethodBudget = Budget & {
  /** Of the message, or of the wallet method that `RPC_REQUEST` names. */
  method: string
  /** Counted together with all others of this budget. */
  budget: FrameBudgetName
  /** Answered within, or refused with `request-timed-out`. */
  timeMs: number
}

/**
 * The budget of a message of the frame.
 *
 * @param method - The wallet method, of `RPC_REQUEST`; one that the frame never answers counts as a read.
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

/** Every message of the frame and every wallet method, with what it may cost: for a page of the docs. */
export function listFrameBudgets(): FrameMethodBudget[] {
  const types = Object.keys(frameMessages) as FrameMessageType[]
  return [
    ...types.filter((type) => type !== 'RPC_REQUEST').map((type) => budgetOf(type)),
    ...[...safeMethods, ...unsafeMethods].map((method) => budgetOf('RPC_REQUEST', method)),
  ]
}
