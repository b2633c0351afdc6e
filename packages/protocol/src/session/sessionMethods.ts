/** Delivery of one kind of message: its relay tag, its time to live (s), and whether it waiters the phone. */
export type Delivery = { readonly tag: number; readonly ttlS: number; readonly prompt?: true }

const dayS = 86_400

/**
 * The methods of a pairing and of a session. `reject` is for a rejection that has its own tag.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const sessionMethods = {
  wc_pairingDelete: {
    request: { tag: 1000, ttlS: dayS },
    response: { tag: 1001, ttlS: dayS },
  },
  wc_pairingPing: { request: { tag: 1002, ttlS: 30 }, response: { tag: 1003, ttlS: 30 } },
  wc_pairingExtend: { request: { tag: 1004, ttlS: 30 }, response: { tag: 1005, ttlS: 30 } },
  wc_sessionPropose: {
    request: { tag: 1100, ttlS: 300, prompt: true },
    response: { tag: 1101, ttlS: 300 },
    reject: { tag: 1120, ttlS: 300 },
  },
  wc_sessionSettle: { request: { tag: 1102, ttlS: 300 }, response: { tag: 1103, ttlS: 300 } },
  wc_sessionUpdate: { request: { tag: 1104, ttlS: dayS }, response: { tag: 1105, ttlS: dayS } },
  wc_sessionExtend: { request: { tag: 1106, ttlS: dayS }, response: { tag: 1107, ttlS: dayS } },
  wc_sessionRequest: {
    request: { tag: 1108, ttlS: 300, prompt: true },
    response: { tag: 1109, ttlS: 300 },
  },
  wc_sessionEvent: {
    request: { tag: 1110, ttlS: 300, prompt: true },
    response: { tag: 1111, ttlS: 300 },
  },
  wc_sessionDelete: { request: { tag: 1112, ttlS: dayS }, response: { tag: 1113, ttlS: dayS } },
  wc_sessionPing: { request: { tag: 1114, ttlS: 30 }, response: { tag: 1115, ttlS: 30 } },
  wc_sessionAuthenticate: {
    request: { tag: 1116, ttlS: 3600, prompt: true },
    response: { tag: 1117, ttlS: 3600 },
    reject: { tag: 1118, ttlS: 300 },
  },
} as const satisfies Record<
  string,
  { request: Delivery; response: Delivery; reject?: Delivery | undefined }
>

export type SessionMethod = keyof typeof sessionMethods

/** True if the name is a method of a pairing or a session. */
export function isSessionMethod(method: string): method is SessionMethod {
  return Object.hasOwn(sessionMethods, method)
}

/** Delivery of the answer to an unknown method. */
export const unknownMethodResponse: Delivery = { tag: 0, ttlS: dayS }

/** Lifetimes, s. @source https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal */
export const sessionTtlS = { proposal: 300, session: 604_800, request: 300 } as const
