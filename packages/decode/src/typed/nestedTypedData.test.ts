import { hashTypedData, type TypedDataDefinition, toHex } from 'viem'
import { wrapTypedDataSignature } from 'viem/experimental/erc7739'
import { describe, expect, it, test } from 'vitest'
import { nestTypedData } from './nestedTypedData.ts'
import { refuseAccountData } from './refuseAccountData.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = { account, chainId: 10n }
const order = {
  types: {
    Order: [{ name: 'items', type: 'Item[]' }],
    Item: [{ name: 'price', type: 'uint256' }],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId: 10, verifyingContract: shop },
  message: { items: [{ price: 5 }, { price: 7 }] },
}
const mail = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { chainId: 10 },
  message: { text: 'hello' },
}

describe('typed data of a smart account', () => {
  it.each([order, mail])(
    '$primaryType is signed nested in a type that names the account and its chain',
    (data) => {
      const nested = {
        ...data,
        types: {
          ...data.types,
          TypedDataSign: [
            { name: 'contents', type: data.primaryType },
            { name: 'name', type: 'string' },
            { name: 'version', type: 'string' },
            { name: 'chainId', type: 'uint256' },
            { name: 'verifyingContract', type: 'address' },
            { name: 'salt', type: 'bytes32' },
          ],
        },
        primaryType: 'TypedDataSign',
        message: {
          contents: data.message,
          ...{ name: 'Foyer Account', version: '1', chainId: 10n },
          ...{ verifyingContract: account, salt: toHex(0, { size: 32 }) },
        },
      }
      expect(toHex(nestTypedData(data, own).digest)).toBe(
        hashTypedData(nested as unknown as TypedDataDefinition),
      )
    },
  )

  it('is completed as by viem, and says where its type is if another one comes first in the alphabet', () => {
    const signature = new Uint8Array(65).fill(7)
    const completed = (data: typeof mail | typeof order) =>
      toHex(nestTypedData(data, own).complete(signature))
    expect(completed(mail)).toBe(
      wrapTypedDataSignature({ ...mail, signature: toHex(signature) } as never),
    )
    const text = 'Item(uint256 price)Order(Item[] items)Order'
    const ending = Buffer.from(text).toString('hex') + text.length.toString(16).padStart(4, '0')
    expect(completed(order).endsWith(ending)).toBe(true)
  })

  it('error: types that would be ambiguous are refused', () => {
    const refused = expect.objectContaining({ code: 'params-invalid' })
    const vectors = [
      { ...mail, primaryType: 'EIP712Domain' },
      { ...mail, types: { ...mail.types, TypedDataSign: [] } },
      { ...mail, types: { 'Mail)': mail.types.Mail }, primaryType: 'Mail)' },
      { ...mail, types: { 'Mail(': mail.types.Mail }, primaryType: 'Mail(' },
      { ...mail, domain: { chainId: 1 } },
    ]
    for (const vector of vectors) expect(() => nestTypedData(vector, own)).toThrow(refused)
  })
})

test('[T40] refuses typed data by which its signer could act for the account', () => {
  const refused = expect.objectContaining({ code: 'action-not-allowed' })
  const operation = { ...mail, primaryType: 'PackedUserOperation', message: { sender: account } }
  const vectors = [
    { ...mail, domain: { chainId: 10, verifyingContract: account } },
    { ...mail, domain: { verifyingContract: account.toLowerCase() } },
    { ...mail, domain: { verifyingContract: `0x${account.slice(2).toUpperCase()}` } },
    { ...mail, primaryType: 'TypedDataSign' },
    { ...mail, primaryType: 'PersonalSign' },
    operation,
    { ...operation, message: { sender: account.toLowerCase() } },
  ]
  for (const vector of vectors) expect(() => refuseAccountData(vector, account)).toThrow(refused)
  // That of another account, and of any contract.
  refuseAccountData({ ...operation, message: { sender: shop } }, account)
  refuseAccountData(order, account)
})
