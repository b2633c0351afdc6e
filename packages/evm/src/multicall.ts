import type { Rpc } from '@foyer/core'
import type { Hex } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, isHex } from 'viem/utils'

export type Call = { to: Hex; data: Hex }

/** At this address on nearly every chain. @source https://www.multicall3.com */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** Chains whose address formula differs. */
const elsewhere: Readonly<Record<string, Hex>> = {
  'eip155:300': '0xF9cda624FBC7e059355ce98a31693d299FACd963',
  'eip155:324': '0xF9cda624FBC7e059355ce98a31693d299FACd963',
}
/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const selector = '0x82ad56cb'
const inputs = [
  {
    type: 'tuple[]',
    components: [{ type: 'address' }, { type: 'bool' }, { type: 'bytes' }],
  },
] as const
const outputs = [{ type: 'tuple[]', components: [{ type: 'bool' }, { type: 'bytes' }] }] as const
/** Calls in one request; nodes limit the gas of a read. */
const callLimit = 400
/** Single calls under way at a time. */
const singleLimit = 8

/**
 * Makes many read-only calls in few requests, and one by one where the chain has no Multicall3.
 *
 * @returns In order; undefined for a call that failed.
 */
export async function multicall({
  calls,
  chainId,
  rpc,
}: {
  calls: readonly Call[]
  chainId: string
  rpc: Rpc
}): Promise<(Hex | undefined)[]> {
  const results: (Hex | undefined)[] = []
  for (let at = 0; at < calls.length; at += callLimit) {
    const part = calls.slice(at, at + callLimit)
    const together = await callTogether({ calls: part, chainId, rpc })
    results.push(...(together ?? (await callOneByOne({ calls: part, rpc }))))
  }
  return results
}

/** @returns undefined when the chain has no Multicall3 or it can not answer. */
async function callTogether({
  calls,
  chainId,
  rpc,
}: {
  calls: readonly Call[]
  chainId: string
  rpc: Rpc
}): Promise<(Hex | undefined)[] | undefined> {
  const encoded = encodeAbiParameters(inputs, [
    calls.map(({ data, to }) => [to, true, data] as const),
  ])
  try {
    const to = elsewhere[chainId] ?? multicall3
    const answer = await call({ call: { to, data: `${selector}${encoded.slice(2)}` }, rpc })
    // No code at the address: the answer is empty.
    if (answer === undefined || answer === '0x') return undefined
    const [results] = decodeAbiParameters(outputs, answer)
    return results.length === calls.length
      ? results.map(([success, data]) => (success ? data : undefined))
      : undefined
  } catch {
    // One by one the calls say themselves what fails, and one bad token can not hide the others.
    return undefined
  }
}

async function callOneByOne({
  calls,
  rpc,
}: {
  calls: readonly Call[]
  rpc: Rpc
}): Promise<(Hex | undefined)[]> {
  const results: (Hex | undefined)[] = new Array(calls.length)
  const rest = calls.entries()
  const work = async () => {
    for (const [index, one] of rest)
      results[index] = await call({ call: one, rpc }).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: singleLimit }, work))
  return results
}

async function call({ call, rpc }: { call: Call; rpc: Rpc }): Promise<Hex | undefined> {
  const answer = await rpc({ method: 'eth_call', params: [call, 'latest'] })
  return isHex(answer) ? answer : undefined
}
