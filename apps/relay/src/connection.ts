/** One topic that a connection reads. */
export type Subscription = {
  readonly id: string
  readonly topic: string
  /** Hash of what was pushed and not acknowledged yet. */
  inFlight: Map<string, Push> | undefined
  /** Hashes acknowledged of late: another process's bell may still ring for them. */
  recent: string[] | undefined
}

type Push = {
  readonly id: number
  readonly sentAt: number
  /** The subscribe call since which it was pushed last. */
  turn: number
}

/** What the relay knows of one socket. Most only wait: what they do not need is not there. */
export type Connection = {
  readonly clientId: string
  /** Stands for who publishes, where budgets are counted. */
  readonly budget: string
  /** The same of all who come from its address. */
  readonly addressBudget: string
  /** Where it comes from; stands in no message. */
  readonly address: string
  readonly subscriptions: Map<string, Subscription>
  /** What the client's answers refer to. */
  pushes: Map<string, { readonly subscription: Subscription; readonly hash: string }> | undefined
  lastPushId: number
  turn: number
  /** The socket takes no more right now: messages stay in their mailboxes. */
  isPaused: boolean
  /** There is something in the mailboxes that was not pushed. */
  isBehind: boolean
  isClosed: boolean
  /** Requests it may still make, refilled with time. */
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
