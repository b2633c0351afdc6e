import type { Rpc } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'

/** A contract read. */
export type Call = { to: Hex; data: Hex }

/** The address on nearly every chain. @source https://www.multicall3.com */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** ZKsync derives addresses differently. */
const elsewhere: Readonly<Record<string, Hex>> = {
  'eip155:300': '0xF9cda624FBC7e059355ce98a31693d299FACd963',
  'eip155:324': '0xF9cda624FBC7e059355ce98a31693d299FACd963',
}
const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const
/** Calls per request; nodes limit the gas of a read. */
const callLimit = 400
/** Concurrent single calls. */
const singleLimit = 8

/**
 * Makes many read-only calls in few requests, and one by one on a chain without Multicall3.
 *
 * @returns In order; undefined for a failed call.
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

/** @returns undefined when the chain has no working Multicall3. */
async function callTogether({
  calls,
  chainId,
  rpc,
}: {
  calls: readonly Call[]
  chainId: string
  rpc: Rpc
}): Promise<(Hex | undefined)[] | undefined> {
  const to = readOwn(elsewhere, chainId) ?? multicall3
  try {
    const data = encodeFunctionData({
      ...aggregate3,
      args: [calls.map((call) => ({ target: call.to, allowFailure: true, callData: call.data }))],
    })
    const answer = await read({ call: { to, data }, rpc })
    // No code at the address: the answer is empty.
    if (!answer || answer === '0x') return undefined
    const results = decodeFunctionResult({ ...aggregate3, data: answer })
    if (results.length !== calls.length) return undefined
    return results.map(({ returnData, success }) => (success ? returnData : undefined))
  } catch {
    // Single calls report their own failures, and one bad token cannot affect the others.
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
  const results: (Hex | undefined)[] = calls.map(() => undefined)
  const rest = calls.entries()
  const work = async () => {
    for (const [index, call] of rest)
      results[index] = await read({ call, rpc }).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: singleLimit }, work))
  return results
}

async function read({ call, rpc }: { call: Call; rpc: Rpc }): Promise<Hex | undefined> {
  const answer = await rpc({ method: 'eth_call', params: [call, 'latest'] })
  return typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer)
    ? (answer as Hex)
    : undefined
}
