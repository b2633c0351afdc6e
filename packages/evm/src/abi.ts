/** Bytes as text: `0x` and pairs of hex digits. */
export type Hex = `0x${string}`

/** One read of a contract. */
export type Call = { to: Hex; data: Hex }

// The few shapes that reading balances needs, written out: the ABI coders of the libraries weigh ten times what they
// would be used for here.

const word = (value: number) => value.toString(16).padStart(64, '0')
const pad = (digits: string) => digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const aggregate3 = '0x82ad56cb'

/**
 * The call data that makes Multicall3 try every call, and go on when one fails.
 *
 * @source https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function encodeAggregate3(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ data, to }) => {
    const address = to.slice(2).toLowerCase().padStart(64, '0')
    const bytes = data.slice(2).toLowerCase()
    return address + word(1) + word(0x60) + word(bytes.length / 2) + pad(bytes)
  })
  let offset = calls.length * 32
  const offsets = tuples.map((tuple) => {
    const at = word(offset)
    offset += tuple.length / 2
    return at
  })
  return `${aggregate3}${word(0x20)}${word(calls.length)}${offsets.join('')}${tuples.join('')}`
}

/**
 * What Multicall3 answered: undefined for a call that failed.
 *
 * @param length - How many calls were made.
 * @throws RangeError when `answer` is not of this shape
 */
export function decodeAggregate3(answer: Hex, length: number): (Hex | undefined)[] {
  const list = readSize(answer, 0)
  if (readSize(answer, list) !== length) throw new RangeError('another number of results')
  const start = list + 32
  return Array.from({ length }, (_, index) => {
    const tuple = start + readSize(answer, start + index * 32)
    const data = readBytes(answer, tuple + readSize(answer, tuple + 32))
    return readWord(answer, tuple) === 1n ? data : undefined
  })
}

/**
 * A number that a contract answered.
 *
 * @returns undefined for any other answer.
 */
export function decodeNumber(answer: Hex | undefined): bigint | undefined {
  return answer?.length === 66 ? readWord(answer, 0) : undefined
}

/**
 * Text that a contract answered: a `string`, or the 32 bytes of contracts older than that type.
 *
 * @returns undefined for any other answer.
 */
export function decodeText(answer: Hex | undefined): string | undefined {
  try {
    if (!answer || answer === '0x') return undefined
    const bytes = answer.length === 66 ? answer : readBytes(answer, readSize(answer, 0))
    const codes = (bytes.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
    return new TextDecoder().decode(Uint8Array.from(codes)).replace(/\0+$/, '')
  } catch {
    // A contract may answer anything: this one says no text.
    return undefined
  }
}

/** @param at - In bytes. */
function readWord(hex: Hex, at: number): bigint {
  const digits = hex.slice(2 + at * 2, 66 + at * 2)
  if (digits.length < 64) throw new RangeError('the answer ends too early')
  return BigInt(`0x${digits}`)
}

/** A length or an offset: nothing that points beyond the answer. */
function readSize(hex: Hex, at: number): number {
  const size = Number(readWord(hex, at))
  if (size > hex.length) throw new RangeError('the answer points beyond its end')
  return size
}

function readBytes(hex: Hex, at: number): Hex {
  const length = readSize(hex, at) * 2
  const digits = hex.slice(66 + at * 2, 66 + at * 2 + length)
  if (digits.length < length) throw new RangeError('the answer ends too early')
  return `0x${digits}`
}
