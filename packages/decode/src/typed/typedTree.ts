import { readOwn } from '@foyer/protocol'
import type { TypedNode } from '../description.ts'
import { checksumAddress } from '../evm/checksumAddress.ts'
import { showLine, showText } from '../showText.ts'
import type { TypedData } from './typedData.ts'

/** Maximum of fields shown; a request with more gets a warning. */
const maxFields = 2_000

type Walk = { types: TypedData['types']; left: number; cut: boolean }

function textOf(type: string, value: unknown): string {
  if (typeof value !== 'string') return showLine(String(value))
  if (type === 'address' && /^0x[0-9a-fA-F]{40}$/.test(value)) return checksumAddress(value)
  // Show numbers written in hex as decimals.
  if (/^u?int\d*$/.test(type) && /^0x[0-9a-fA-F]{1,64}$/.test(value))
    return BigInt(value).toString()
  return showText(value)
}

function walk(state: Walk, name: string, type: string, value: unknown): TypedNode {
  state.left--
  const list = /^(.*)\[\d*\]$/.exec(type)
  const shown = { name: showLine(name), type: showLine(type) }
  if (list && Array.isArray(value))
    return {
      ...shown,
      fields: walkAll(
        state,
        value.map((item, at) => [String(at), list[1]!, item]),
      ),
    }
  const fields = Object.hasOwn(state.types, type) ? state.types[type] : undefined
  if (fields && typeof value === 'object' && value !== null)
    return { ...shown, fields: walkStruct(state, fields, value as Record<string, unknown>) }
  return { ...shown, text: textOf(type, value) }
}

function walkStruct(
  state: Walk,
  fields: readonly { name: string; type: string }[],
  value: Readonly<Record<string, unknown>>,
): TypedNode[] {
  return walkAll(
    state,
    fields.map((field) => [field.name, field.type, value[field.name]]),
  )
}

function walkAll(
  state: Walk,
  entries: readonly (readonly [name: string, type: string, value: unknown])[],
): TypedNode[] {
  const nodes: TypedNode[] = []
  for (const [name, type, value] of entries) {
    if (state.left <= 0) {
      state.cut = true
      break
    }
    nodes.push(walk(state, name, type, value))
  }
  return nodes
}

/** Types of a domain's fields when the data does not declare them. @source EIP-712 */
const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Lists all signed fields of typed data, escaped. The data must have been hashed, so that its shape is valid.
 * @returns The fields; `cut` is true when there are more than 2,000, of which the rest is omitted.
 */
export function readTypedTree(data: TypedData): {
  domain: TypedNode[]
  message: TypedNode[]
  cut: boolean
} {
  const state: Walk = { types: data.types, left: maxFields, cut: false }
  const domain = walkAll(
    state,
    Object.entries(data.domain).map(([name, value]) => [
      name,
      readOwn(domainTypes, name) ?? '',
      value,
    ]),
  )
  const fields = readOwn(data.types, data.primaryType) ?? []
  const message = data.primaryType === 'EIP712Domain' ? [] : walkStruct(state, fields, data.message)
  return { domain, message, cut: state.cut }
}
