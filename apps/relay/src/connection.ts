/** One topic that a connection subscribes to. */
export type Subscription = {
  readonly id: string
  readonly topic: string
  /** Hashes of messages that were pushed and not acknowledged yet. */
  inFlight: Map<string, Push> | undefined
  /** Recently acknowledged hashes: another process may still announce them. */
  recent: string[] | undefined
}

type Push = {
  readonly id: number
  readonly sentAt: number
  /** The subscribe call in which it was pushed last. */
  turn: number
}

/**
 * The relay's state of one socket. Fields that an idle socket does not need are left undefined, since most sockets only
 * wait.
 */
export type Connection = {
  readonly clientId: string
  /** Budget key of the publishing client. */
  readonly budget: string
  /** Budget key shared by all clients of its address. */
  readonly addressBudget: string
  /** Network address; never part of a message. */
  readonly address: string
  readonly subscriptions: Map<string, Subscription>
  /** Pushes that the client has not answered. */
  pushes: Map<string, { readonly subscription: Subscription; readonly hash: string }> | undefined
  lastPushId: number
  turn: number
  /** The socket's buffer is full: messages stay in their mailboxes. */
  isPaused: boolean
  /** The mailboxes contain messages that were not pushed. */
  isBehind: boolean
  isClosed: boolean
  /** Requests left, refilled with time. */
  allowance: number
  allowanceAt: number
  /** Requests that are not answered yet. */
  underWay: number
}

export function createConnection(
  clientId: string,
  {
    burst,
    now,
    ...counted
  }: Pick<Connection, 'address' | 'addressBudget' | 'budget'> & { burst: number; now: number },
): Connection {
  return {
    clientId,
    ...counted,
    subscriptions: new Map(),
    pushes: undefined,
    lastPushId: 0,
    turn: 0,
    isPaused: false,
    isBehind: false,
    isClosed: false,
    allowance: burst,
    allowanceAt: now,
    underWay: 0,
  }
}
