/** A decoded value: addresses as lower-case hex, bytes as a view of the data, lists and tuples as arrays. */
export type AbiValue = bigint | boolean | string | Uint8Array | readonly AbiValue[]

type AbiType =
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'address' | 'bool' | 'bytes' | 'string' }
  | { kind: 'fixed'; bytes: number }
  | { kind: 'list'; of: AbiType; length: number | undefined }
  | { kind: 'tuple'; of: readonly AbiType[] }

/** Thrown for malformed data, and always caught in this file. */
const wrong = new RangeError('not encoded as the ABI says')

function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (depth > 0 || (letter !== ',' && letter !== undefined)) continue
    if (at > start) parts.push(text.slice(start, at))
    start = at + 1
  }
  return parts
}

function parseType(text: string): AbiType {
  const list = /^(.*)\[(\d*)\]$/.exec(text)
  if (list)
    return {
      kind: 'list',
      of: parseType(list[1]!),
      length: list[2] === '' ? undefined : Number(list[2]),
    }
  if (text.startsWith('('))
    return { kind: 'tuple', of: splitTypes(text.slice(1, -1)).map(parseType) }
  if (text === 'address' || text === 'bool' || text === 'bytes' || text === 'string')
    return { kind: text }
  const [, name, size] = /^(bytes|uint|int)(\d+)$/.exec(text) ?? []
  if (name === 'bytes') return { kind: 'fixed', bytes: Number(size) }
  return { kind: name as 'uint' | 'int', bits: Number(size) }
}

function isDynamic(type: AbiType): boolean {
  if (type.kind === 'tuple') return type.of.some(isDynamic)
  if (type.kind === 'list') return type.length === undefined || isDynamic(type.of)
  return type.kind === 'bytes' || type.kind === 'string'
}

/** Returns the size of a value in the head, in bytes. */
function headSize(type: AbiType): number {
  if (isDynamic(type)) return 32
  if (type.kind === 'tuple') return type.of.reduce((total, part) => total + headSize(part), 0)
  if (type.kind === 'list') return headSize(type.of) * (type.length ?? 0)
  return 32
}

type Reader = { bytes: Uint8Array; left: number }

function take(reader: Reader, at: number, count: number): Uint8Array {
  reader.left -= count
  // Limits total work to the data's size: offsets that point to the same data again would multiply it.
  if (at + count > reader.bytes.length || reader.left < 0) throw wrong
  return reader.bytes.subarray(at, at + count)
}

function word(reader: Reader, at: number): bigint {
  let number = 0n
  const view = take(reader, at, 32)
  for (let index = 0; index < 32; index += 4)
    number =
      (number << 32n) |
      BigInt(
        ((view[index]! << 24) |
          (view[index + 1]! << 16) |
          (view[index + 2]! << 8) |
          view[index + 3]!) >>>
          0,
      )
  return number
}

function small(reader: Reader, at: number): number {
  const number = word(reader, at)
  if (number > BigInt(reader.bytes.length)) throw wrong
  return Number(number)
}

function readSequence(reader: Reader, types: readonly AbiType[], start: number): AbiValue[] {
  let at = start
  return types.map((type) => {
    const here = at
    at += headSize(type)
    return readValue(reader, type, isDynamic(type) ? start + small(reader, here) : here)
  })
}

function readList(reader: Reader, { of, length }: AbiType & { kind: 'list' }, at: number) {
  const count = length ?? small(reader, at)
  const start = length === undefined ? at + 32 : at
  if (start + count * Math.max(32, headSize(of)) > reader.bytes.length) throw wrong
  return readSequence(
    reader,
    Array.from({ length: count }, () => of),
    start,
  )
}

function readValue(reader: Reader, type: AbiType, at: number): AbiValue {
  switch (type.kind) {
    // Ignores excess bits, as contracts that accept such data do.
    case 'uint':
      return BigInt.asUintN(type.bits, word(reader, at))
    case 'int':
      return BigInt.asIntN(type.bits, word(reader, at))
    case 'address':
      return `0x${BigInt.asUintN(160, word(reader, at)).toString(16).padStart(40, '0')}`
    case 'bool':
      return word(reader, at) !== 0n
    case 'fixed':
      return take(reader, at, 32).subarray(0, type.bytes)
    case 'bytes':
      return take(reader, at + 32, small(reader, at))
    case 'string':
      return new TextDecoder().decode(take(reader, at + 32, small(reader, at)))
    case 'list':
      return readList(reader, type, at)
    case 'tuple':
      return readSequence(reader, type.of, at)
  }
}

/**
 * Decodes the parameters of a call, as leniently as contracts do and at bounded cost. Never throws.
 * @param types - `address,uint256,(address,bytes)[]`: canonical type names, no spaces.
 * @returns The values; undefined when the data is not encoded as these types.
 * @source https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function decodeAbi(types: string, bytes: Uint8Array): readonly AbiValue[] | undefined {
  try {
    return readSequence({ bytes, left: bytes.length * 2 + 64 }, splitTypes(types).map(parseType), 0)
  } catch (error) {
    if (error === wrong) return undefined
    throw error
  }
}
