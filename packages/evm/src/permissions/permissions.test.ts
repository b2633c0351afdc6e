import {
  connect,
  createFoyer,
  getPermissions,
  getSupportedPermissions,
  type PermissionRequest,
  requestPermissions,
  revokePermission,
} from '@foyer/core'
import { expect, it, test } from 'vitest'
import { createConnector } from '../createConnector.ts'
import { defineNetwork } from '../defineNetwork.ts'
import { evm } from '../evm.ts'
import { createNodeWallet, walletError } from '../nodeWallet.test.kit.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const agent = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const expiresAt = Date.UTC(2100, 0)
const dollars: PermissionRequest = {
  ...{ to: agent, type: 'erc20-token-periodic', expiresAt },
  data: { tokenAddress: token, periodAmount: 10_000_000n, periodDuration: 86_400 },
}
const missing = () => Promise.reject(walletError(-32601, 'The method does not exist'))
type Asked = Record<string, unknown>

/** MetaMask's answer: the request with a context, as the standard says. */
const grant = (asked: Asked, more: object = {}) => ({
  ...asked,
  context: '0x00aa',
  delegationManager: manager,
  dependencies: [],
  ...more,
})

async function connected(answers: Record<string, (params: never) => unknown>) {
  const wallet = createNodeWallet({
    nodes: [{ chainId: 1, url: '' }],
    answers: { eth_accounts: () => [owner], eth_requestAccounts: () => [owner], ...answers },
  })
  const foyer = createFoyer({
    projectId: 'test',
    logLevel: 'silent',
    adapters: [evm()],
    networks: [
      defineNetwork({
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      }),
    ],
  })
  const { provider } = wallet
  await connect(foyer, {
    connector: createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider }),
  })
  const asked = (method: string) => wallet.calls.filter((call) => call.method === method)
  return { asked, foyer }
}

test('asks for a permission with its limits and its end, and reads what was granted', async () => {
  const { asked, foyer } = await connected({
    wallet_requestExecutionPermissions: ([one]: [Asked]) => [grant(one)],
  })
  const rules = [{ type: 'payee', data: { addresses: [agent] } }]
  const [granted] = await requestPermissions(foyer, { permissions: [{ ...dollars, rules }] })
  const end = { type: 'expiry', data: { timestamp: expiresAt / 1000 } }
  const data = { tokenAddress: token, periodAmount: '0x989680', periodDuration: 86_400 }
  expect(asked('wallet_requestExecutionPermissions')).toMatchObject([
    {
      params: [
        {
          ...{ chainId: '0x1', from: owner, to: agent, rules: [end, ...rules] },
          permission: { type: dollars.type, isAdjustmentAllowed: false, data },
        },
      ],
    },
  ])
  expect(granted).toEqual({
    ...{ chainId: 'eip155:1', from: owner, to: agent, type: dollars.type, data, expiresAt },
    ...{ rules: [end, ...rules], context: '0x00aa', delegationManager: manager, dependencies: [] },
  })
})

test('[6.2] asks a wallet of the older names by wallet_grantPermissions', async () => {
  const { asked, foyer } = await connected({
    wallet_requestExecutionPermissions: missing,
    wallet_grantPermissions: ([{ address, ...one }]: [Asked]) => [
      { ...one, address, context: '0xbb', signerMeta: { delegationManager: manager } },
    ],
  })
  const [granted] = await requestPermissions(foyer, { permissions: [dollars] })
  expect(asked('wallet_grantPermissions')).toMatchObject([
    {
      params: [
        {
          ...{ chainId: '0x1', address: owner, expiry: expiresAt / 1000 },
          signer: { type: 'account', data: { address: agent } },
        },
      ],
    },
  ])
  expect(granted).toMatchObject({
    ...{ from: owner, to: agent, expiresAt, context: '0xbb', delegationManager: manager },
  })
})

test('lists what is supported and granted, and ends a permission', async () => {
  const rules = [{ type: 'expiry', data: { timestamp: expiresAt / 1000 } }]
  const permission = { type: dollars.type, data: {}, isAdjustmentAllowed: true }
  const given = grant({ chainId: '0x1', from: owner, to: agent, permission, rules })
  const { asked, foyer } = await connected({
    wallet_getSupportedExecutionPermissions: () => ({
      'native-token-stream': { chainIds: ['0x1', '0xa'], ruleTypes: ['expiry'] },
    }),
    wallet_getGrantedExecutionPermissions: () => [given, { unreadable: true }],
    // MetaMask takes the object itself.
    wallet_revokeExecutionPermission: (params) =>
      Array.isArray(params) ? Promise.reject(walletError(-32602, 'Invalid params')) : {},
  })
  expect(await getSupportedPermissions(foyer)).toEqual({
    'native-token-stream': { chainIds: ['eip155:1', 'eip155:10'], rules: ['expiry'] },
  })
  const granted = await getPermissions(foyer)
  expect(granted).toMatchObject([{ type: dollars.type, to: agent, expiresAt }])
  await revokePermission(foyer, { context: granted[0]!.context })
  expect(asked('wallet_revokeExecutionPermission').map(({ params }) => params)).toEqual([
    [{ permissionContext: '0x00aa' }],
    { permissionContext: '0x00aa' },
  ])
})

it.each([
  ['that ended', { expiresAt: 1 }, 'params-invalid'],
  ['without an end', { expiresAt: Number.POSITIVE_INFINITY }, 'params-invalid'],
  ['for the account itself', { to: owner.toLowerCase() }, 'params-invalid'],
  ['for no address', { to: '0x1' }, 'address-invalid'],
])('asks for no permission %s', async (_, change, code) => {
  const { asked, foyer } = await connected({ wallet_requestExecutionPermissions: missing })
  const permissions = [{ ...dollars, ...change }]
  await expect(requestPermissions(foyer, { permissions })).rejects.toMatchObject({ code })
  expect(asked('wallet_requestExecutionPermissions')).toEqual([])
})

it.each([
  ['nothing', () => []],
  ['text', () => 'yes'],
  ['another type', ([one]: [Asked]) => [grant(one, { permission: { type: 'all', data: {} } })]],
  ['another account', ([one]: [Asked]) => [grant(one, { to: token })]],
  ['on another network', ([one]: [Asked]) => [grant(one, { chainId: '0xa' })]],
  ['no context', ([one]: [Asked]) => [{ ...grant(one), context: '0x' }]],
])('error: a wallet that grants %s is not believed', async (_, answer) => {
  const { foyer } = await connected({ wallet_requestExecutionPermissions: answer as never })
  await expect(requestPermissions(foyer, { permissions: [dollars] })).rejects.toMatchObject({
    code: 'unknown',
  })
})

test('error: a rejection is final, and a wallet without permissions says so', async () => {
  const rejecting = await connected({
    wallet_requestExecutionPermissions: () => Promise.reject(walletError(4001, 'no')),
  })
  const permissions = [dollars]
  await expect(requestPermissions(rejecting.foyer, { permissions })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(rejecting.asked('wallet_grantPermissions')).toEqual([])
  const plain = await connected({
    wallet_requestExecutionPermissions: missing,
    wallet_grantPermissions: missing,
    wallet_getSupportedExecutionPermissions: missing,
  })
  await expect(requestPermissions(plain.foyer, { permissions })).rejects.toMatchObject({
    rpcCode: -32601,
  })
  expect(await getSupportedPermissions(plain.foyer)).toEqual({})
})
