import * as v from 'valibot'
import { expect, it } from 'vitest'
import { transactionRequest } from './transactionRequest.ts'

const plain = {
  type: '0x2',
  chainId: '0x1',
  nonce: '0x0',
  gas: '0x5208',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
}
it.each<[string, object]>([
  ['an EIP-7702 authorisation list', { ...plain, authorizationList: [] }],
  ['type 4', { ...plain, type: '0x4', authorizationList: [] }],
  ['blobs', { ...plain, blobVersionedHashes: [] }],
  ['type 1', { ...plain, type: '0x1' }],
  ['no network', { ...plain, chainId: undefined }],
  ['a quantity with leading zeros', { ...plain, nonce: '0x01' }],
  ['a quantity beyond 256 bits', { ...plain, value: `0x1${'0'.repeat(64)}` }],
])('error: %s', (_, request) => {
  expect(v.safeParse(transactionRequest, request).success).toBe(false)
})
