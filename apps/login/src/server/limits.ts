/** How often something may happen. @source security 2.9, 4.6 */
export type Limits = {
  /** Mails to one address, by [count, window in ms]. The first is told with its seconds. @default 1 in 30 s, 5 an hour, 15 a day */
  readonly mailsOfAddress: readonly (readonly [count: number, windowMs: number])[]
  /** Mails that one address of the network asks for; a /24 or /48 has five times as many. @default 10 in 10 min, 50 a day */
  readonly mailsOfClient: readonly (readonly [count: number, windowMs: number])[]
  /** Mails that a project asks for in an hour. @default 1000 */
  readonly mailsOfProjectPerHour: number
  /** Codes that one address of the network tries in 10 minutes; a /24 or /48 has five times as many. @default 30 */
  readonly codesOfClient: number
  /** Wrong codes for one address in 24 hours before its devices are asked for the link again. @default 20 */
  readonly wrongCodesOfAddress: number
  /** Calls of one device in a minute, JSON-RPC among them. @default 1200 */
  readonly callsOfDevicePerMinute: number
  /** Calls of one address of the network in a minute: a whole office may share it. @default 6000 */
  readonly callsOfClientPerMinute: number
  /** Auth shares released to one device for signing in a minute. @default 60 */
  readonly signsPerMinute: number
  /** Auth shares released to one user for recovery in 24 hours. @default 6 */
  readonly recoveriesPerDay: number
  /** The same for the whole deployment in a minute; one more raises the alarm. @default 30 */
  readonly recoveriesPerMinute: number
  /** Calls that wait for a link at once in a process, of one login and of one device. @default 3 and 6 */
  readonly waitsOfTxn: number
  readonly waitsOfDevice: number
  /** JSON-RPC calls of one device at once in a process. @default 50 */
  readonly rpcAtOnce: number
  /** JSON-RPC calls of one device in a second, and in a minute. @default 50 and 600 */
  readonly rpcPerSecond: number
  readonly rpcPerMinute: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

export const defaultLimits: Limits = {
  mailsOfAddress: [
    [1, 30_000],
    [5, hourMs],
    [15, dayMs],
  ],
  mailsOfClient: [
    [10, 10 * minuteMs],
    [50, dayMs],
  ],
  mailsOfProjectPerHour: 1000,
  codesOfClient: 30,
  wrongCodesOfAddress: 20,
  callsOfDevicePerMinute: 1200,
  callsOfClientPerMinute: 6000,
  signsPerMinute: 60,
  recoveriesPerDay: 6,
  recoveriesPerMinute: 30,
  waitsOfTxn: 3,
  waitsOfDevice: 6,
  rpcAtOnce: 50,
  rpcPerSecond: 50,
  rpcPerMinute: 600,
}
