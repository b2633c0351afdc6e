import { evmAddressFact, type KnownFunction, knownFunction } from './callReading.ts'

/**
 * The call data of a payment in coins: the reference of the request that it pays. Accounts ignore it; a contract that has
 * such a function can only act as itself, so the coins are all that leaves.
 */
export const paymentFunctions: Readonly<Record<string, KnownFunction>> = {
  '0x73f7aef9': knownFunction<readonly [string]>('payment', 'bytes32', (_, call, context) => ({
    action: 'send',
    facts: [evmAddressFact('to', call.to, context)],
    // Without coins it is no payment.
    unknown: call.value === 0n,
  })),
}
