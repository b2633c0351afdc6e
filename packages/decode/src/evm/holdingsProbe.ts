import { concat, fromHex, toHex } from './hex.ts'
import { callBytes } from './hexCall.ts'
import type { Holding } from './transferLogs.ts'

/** An account's balances at one moment: the native coin, and each requested holding. */
export type Holdings = {
  coins: bigint
  /** In the order of the request; `undefined` when the contract does not answer. */
  amounts: readonly (bigint | undefined)[]
}

/** Address of the probe contract in a simulation: ASCII text, so that no other contract has it. */
export const probeAddress = '0x466f79657220686f6c64696e67732070726f6265'

/** Gas limit of one query, so that no contract can use up all gas. @source https://www.evm.codes */
const queryGas = 0x0493e0
/** Memory offset of the answers: the first three words hold the query. */
const answersAt = 0x60

const opcode = {
  lt: 0x10,
  and: 0x16,
  balance: 0x31,
  returnDataSize: 0x3d,
  mstore: 0x52,
  staticCall: 0xfa,
  return: 0xf3,
}
const push = (...bytes: readonly number[]) => Uint8Array.of(0x5f + bytes.length, ...bytes)
const pushBytes = (bytes: Uint8Array) => concat(Uint8Array.of(0x5f + bytes.length), bytes)
const pushPlace = (place: number) => push(place >> 8, place & 0xff)

/** Encodes the query for a holding. @source ERC-20 `balanceOf`, ERC-721 `ownerOf`, ERC-1155 `balanceOf` */
function queryOf({ counted, tokenId }: Holding, account: string): Uint8Array {
  if (tokenId === undefined) return callBytes('0x70a08231', account)
  return counted ? callBytes('0x00fdd58e', account, tokenId) : callBytes('0x6352211e', tokenId)
}

function askFor(holding: Holding, account: string, place: number): Uint8Array {
  const question = queryOf(holding, account)
  const words = concat(question, new Uint8Array(answersAt - question.length))
  const store = [0, 32, 64].map((at) =>
    concat(pushBytes(words.subarray(at, at + 32)), push(at), Uint8Array.of(opcode.mstore)),
  )
  return concat(
    ...store,
    push(32),
    pushPlace(place + 32),
    push(question.length),
    push(0),
    pushBytes(fromHex(holding.token)),
    push(queryGas >> 16, (queryGas >> 8) & 0xff, queryGas & 0xff),
    Uint8Array.of(opcode.staticCall, opcode.returnDataSize),
    push(31),
    Uint8Array.of(opcode.lt, opcode.and),
    pushPlace(place),
    Uint8Array.of(opcode.mstore),
  )
}

/**
 * Assembles the bytecode of a contract that reads an account's balances. A simulation places it at {@link probeAddress}
 * and calls it between the simulated calls: balances are reliable, while contracts can log anything.
 */
export function probeCode(account: string, holdings: readonly Holding[]): string {
  const size = 32 + holdings.length * 64
  return toHex(
    concat(
      pushBytes(fromHex(account)),
      Uint8Array.of(opcode.balance),
      push(answersAt),
      Uint8Array.of(opcode.mstore),
      ...holdings.map((one, index) => askFor(one, account, answersAt + 32 + index * 64)),
      pushPlace(size),
      push(answersAt),
      Uint8Array.of(opcode.return),
    ),
  )
}

/** Decodes the probe's answer. @returns Undefined for a malformed answer. */
export function readProbe(
  value: unknown,
  account: string,
  holdings: readonly Holding[],
): Holdings | undefined {
  const length = 2 + 64 + holdings.length * 128
  if (typeof value !== 'string' || value.length !== length || !/^0x[0-9a-f]+$/i.test(value))
    return undefined
  const word = (index: number) => BigInt(`0x${value.slice(2 + index * 64, 66 + index * 64)}`)
  return {
    coins: word(0),
    amounts: holdings.map(({ counted, tokenId }, index) => {
      const [told, amount] = [word(1 + index * 2) === 1n, word(2 + index * 2)]
      // `ownerOf` of an NFT that does not exist reverts: the account does not own it.
      if (tokenId !== undefined && !counted) return told && amount === BigInt(account) ? 1n : 0n
      return told ? amount : undefined
    }),
  }
}
