import { FoyerError } from '@foyer/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as v from 'valibot'
import { concat, fromHex } from '../evm/hex.ts'
import { checkTypedDataSize } from './typedDataLimits.ts'

const field = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z_$][\w$]{0,127}$/)),
  type: v.pipe(v.string(), v.regex(/^[A-Za-z_$][\w$]{0,127}(?:\[\d{0,4}\]){0,16}$/)),
})

/** Schema of the typed data of `eth_signTypedData_v4`. @source EIP-712 */
export const typedData = v.strictObject({
  types: v.record(v.string(), v.pipe(v.array(field), v.maxLength(128))),
  primaryType: v.string(),
  domain: v.record(v.string(), v.unknown()),
  message: v.record(v.string(), v.unknown()),
})
export type TypedData = v.InferOutput<typeof typedData>
type Types = TypedData['types']

/** The domain's fields, in order. @source EIP-712 "Definition of domainSeparator" */
const domainFields: readonly (readonly [name: string, type: string])[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
]

/** A struct type's fields and type hash, computed once per digest. */
type Struct = { fields: Types[string]; names: ReadonlySet<string>; hash: Uint8Array }
type Structs = { types: Types; known: Map<string, Struct> }

function refuse(details: string): never {
  throw new FoyerError('params-invalid', { details })
}

const own = (types: Types, name: string) => (Object.hasOwn(types, name) ? types[name] : undefined)
const baseOf = (type: string) => type.replace(/\[.*$/, '')

/** Returns a struct type with all types that it refers to, as EIP-712 hashes it. */
export function encodeType(types: Types, primary: string): string {
  const found = new Set<string>()
  const visit = (name: string) => {
    const fields = own(types, name)
    if (!fields || found.has(name)) return
    found.add(name)
    for (const { type } of fields) visit(baseOf(type))
  }
  visit(primary)
  found.delete(primary)
  const names = [primary, ...[...found].sort()]
  const text = names.map((name) => {
    const list = own(types, name) ?? []
    return `${name}(${list.map((entry) => `${entry.type} ${entry.name}`).join(',')})`
  })
  return text.join('')
}

/**
 * Returns a struct type with its type hash, cached: hashing it covers all types it refers to, and a list may contain a
 * thousand values of it.
 */
function readStruct({ known, types }: Structs, name: string): Struct | undefined {
  const fields = own(types, name)
  if (!fields) return undefined
  const present = known.get(name)
  if (present) return present
  const names = new Set(fields.map((entry) => entry.name))
  if (names.size !== fields.length) refuse(`The type ${name} has a field twice.`)
  const struct = {
    fields,
    names,
    hash: keccak_256(new TextEncoder().encode(encodeType(types, name))),
  }
  known.set(name, struct)
  return struct
}

function word(value: bigint): Uint8Array {
  const digits = BigInt.asUintN(256, value).toString(16).padStart(64, '0')
  return fromHex(`0x${digits}`)
}

function integer(value: unknown, type: string): Uint8Array {
  const [, sign, size = '256'] = /^(u?)int(\d*)$/.exec(type) ?? []
  const bits = Number(size === '' ? '256' : size)
  if (bits < 8 || bits > 256 || bits % 8 !== 0) refuse(`There is no type ${type}.`)
  const whole =
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value))
  if (!whole) refuse(`A value of ${type} is no whole number.`)
  const number = BigInt(value as string | number | bigint)
  const fits =
    sign === 'u' ? BigInt.asUintN(bits, number) === number : BigInt.asIntN(bits, number) === number
  if (!fits) refuse(`A value does not fit in ${type}.`)
  return word(number)
}

function hexValue(value: unknown, type: string): Uint8Array<ArrayBuffer> {
  return typeof value === 'string' ? fromHex(value) : refuse(`A value of ${type} is not 0x text.`)
}

function atom(value: unknown, type: string): Uint8Array {
  if (type === 'string') {
    if (typeof value !== 'string') refuse('A value of string is no text.')
    return keccak_256(new TextEncoder().encode(value))
  }
  if (type === 'bytes') return keccak_256(hexValue(value, type))
  if (type === 'bool') {
    if (typeof value !== 'boolean') refuse('A value of bool is not true or false.')
    return word(value ? 1n : 0n)
  }
  if (type === 'address') {
    const bytes = hexValue(value, type)
    if (bytes.length !== 20) refuse('An address has 20 bytes.')
    return concat(new Uint8Array(12), bytes)
  }
  const size = Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0)
  if (size >= 1 && size <= 32) {
    const bytes = hexValue(value, type)
    if (bytes.length !== size) refuse(`A value of ${type} has ${bytes.length} bytes.`)
    return concat(bytes, new Uint8Array(32 - size))
  }
  if (/^u?int\d*$/.test(type)) return integer(value, type)
  return refuse(`The type ${type} is not defined.`)
}

function encodeValue(structs: Structs, type: string, value: unknown): Uint8Array {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, inner = '', length] = array
    if (!Array.isArray(value)) refuse(`A value of ${type} is no list.`)
    if (length !== '' && value.length !== Number(length)) refuse(`A list is not ${type}.`)
    const items = value.map((item) => encodeValue(structs, inner, item))
    return keccak_256(concat(...items))
  }
  return readStruct(structs, type) ? hashStruct(structs, type, value) : atom(value, type)
}

/** Hashes a struct. Refuses undeclared fields, which would be shown but not signed. */
function hashStruct(structs: Structs, name: string, value: unknown): Uint8Array {
  const struct = readStruct(structs, name) ?? refuse(`The type ${name} is not defined.`)
  const { fields, hash, names } = struct
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(`A value of ${name} is no object.`)
  for (const key of Object.keys(value))
    if (!names.has(key)) refuse(`${name}.${key} is not in types and would not be signed.`)
  const record = value as Record<string, unknown>
  const parts = fields.map((entry) => {
    if (!Object.hasOwn(record, entry.name)) return refuse(`${name}.${entry.name} is missing.`)
    return encodeValue(structs, entry.type, record[entry.name])
  })
  return keccak_256(concat(hash, ...parts))
}

/**
 * Computes the 32-byte digest that `eth_signTypedData_v4` signs.
 *
 * @param chainId The active network: a domain that names another one is refused.
 * @throws {@link FoyerError} `params-invalid`
 */
export function typedDataDigest(data: TypedData, chainId: bigint) {
  const { contents, separator } = hashTypedData(data, chainId)
  return keccak_256(concat(Uint8Array.of(0x19, 1), separator, contents))
}

/**
 * Hashes the domain and the message of typed data; the message is empty if its type is the domain's.
 *
 * @throws {@link FoyerError} `params-invalid`
 */
export function hashTypedData(
  { types, primaryType, domain, message }: TypedData,
  chainId: bigint,
): { separator: Uint8Array; contents: Uint8Array } {
  checkTypedDataSize({ types, domain, message })
  for (const key of Object.keys(domain))
    if (!domainFields.some(([name]) => name === key))
      refuse(`domain.${key} is no field of a domain.`)
  if (domain.chainId !== undefined) {
    const named = integer(domain.chainId, 'uint256')
    if (!named.every((byte, index) => byte === word(chainId)[index]))
      refuse('The domain is of another network than the active one.')
  }
  const present = domainFields.filter(([name]) => Object.hasOwn(domain, name))
  const derived = present.map(([name, type]) => ({ name, type }))
  // Libraries disagree on hashing an empty version, so its type must be declared.
  if (!own(types, 'EIP712Domain') && domain.version === '')
    refuse('With an empty version, types must say EIP712Domain.')
  const declared = own(types, 'EIP712Domain') ?? derived
  for (const entry of declared)
    if (!domainFields.some(([name, type]) => name === entry.name && type === entry.type))
      refuse('EIP712Domain has a field that domains have not.')
  const all: Structs = { types: { ...types, EIP712Domain: declared }, known: new Map() }
  const separator = hashStruct(all, 'EIP712Domain', domain)
  const isDomain = primaryType === 'EIP712Domain'
  const contents = isDomain ? new Uint8Array(0) : hashStruct(all, primaryType, message)
  return { separator, contents }
}
