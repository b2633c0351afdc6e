import { HttpError } from '@foyer/server'
import type { Metrics } from '../metrics.ts'

/** Why the policy refuses calls. The sentence is for the site's developer. */
const refusals = {
  'not-sponsored': 'The operator does not pay on this network for this project',
  origin: 'The operator does not pay for this site',
  'too-many-calls': 'The operator does not pay for so many calls at once',
  value: 'The operator does not pay for calls that send coins',
  contract: 'The operator does not pay for calls of this contract',
  selector: 'The operator does not pay for this function',
  deadline: 'The signed deadline is over, too near or too far away',
  signature: 'The account did not sign these calls',
  upgrade: 'The operator does not pay for this upgrade of the account',
  account: 'This account is not a smart account that the operator pays for',
  reverted: 'The calls would fail',
  operation: 'The operation is not complete, or is no batch of calls',
  paymaster: 'The contract of the operator pays for accounts with other code',
  'no-bundler': 'There is no bundler for this network',
  'entry-point': 'The operator pays at EntryPoint 0.8 only',
  fee: 'The operation offers more for gas than the operator pays now',
  'verification-gas': 'The gas limits of the verification are larger than the operator pays for',
  'spare-gas': 'The callGasLimit is larger than the calls need',
  overhead: 'The preVerificationGas is larger than sending the operation costs',
  gas: 'The calls need more gas than the operator pays for',
  reused: 'The account has signed another batch with this number',
} as const
export type Refusal = keyof typeof refusals

/** @throws HttpError `action-not-allowed` with the reason: 403, or 409 for another batch with a number that is used already */
export function refuse({ metrics }: { metrics: Metrics }, reason: Refusal): never {
  metrics.refusals.inc({ kind: 'calls', reason })
  throw new HttpError(reason === 'reused' ? 409 : 403, 'action-not-allowed', refusals[reason])
}
