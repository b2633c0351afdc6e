import { setCurrentTab } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'
import { testFoyer } from '../src/testFoyer.test.kit.ts'
import { refuse } from '../src/views/activity/testHistory.test.kit.ts'
import { createSendFlow, type SendFlow } from '../src/views/nfts/createSendFlow.ts'
import { type TestNfts, testNft, testNfts } from '../src/views/nfts/testNfts.test.kit.ts'
import type { Scene } from './scene.ts'

const never = () => new Promise<never>(() => {})
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const long = testNft(8, {
  name: 'The Longest Name That an Artist Ever Gave to a Picture of a Harbour at Night',
  collection: 'A Collection Whose Name Does Not Know When to Stop at All',
  tokenId: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  standard: 'ERC1155',
  quantity: '1250',
})
const bare = testNft(9, { name: null, imageUrl: null, collection: 'Night Watch' })
const single = testNft(0, { isSingle: true, standard: 'SPL' })
const spam = testNft(10, { name: 'Claim 5,000 USDC at evil.xyz', imageUrl: null, isSpam: true })

const kit = async (change: (api: TestNfts) => void = () => {}) => {
  const api = testNfts()
  change(api)
  return (await testFoyer({ options: { apiUrl: api.url } })).foyer
}
const tab = (change: (api: TestNfts) => void): Scene => ({
  kit: () => kit(change),
  async show(modal, foyer) {
    setCurrentTab(foyer, { currentTab: 1, namespace: 'eip155' })
    await modal.open('Account')
  },
})
const one = (nft: Nft): Scene => ({
  kit: () => kit(),
  async show(modal) {
    await modal.open('Account')
    modal.router.push('Nft', { nft })
  },
})
const send = (nft: Nft, change: (flow: SendFlow) => Promise<void> | void = () => {}): Scene => ({
  kit: () => kit(),
  async show(modal, foyer) {
    const flow = createSendFlow(foyer, nft)
    await modal.open('Account')
    modal.router.push('SendNft', { nft, flow })
    await change(flow)
  },
})
const at =
  (more: Partial<ReturnType<SendFlow['store']['get']>>) =>
  ({ store }: SendFlow) =>
    store.set((state) => ({ ...state, to: friend, receiver: { address: friend }, ...more }))

export const nftScenes: Readonly<Record<string, Scene>> = {
  nfts: tab(() => {}),
  'nfts-long': tab((api) => {
    api.nfts = [long, bare, testNft(1), testNft(2, { quantity: '4', standard: 'ERC1155' })]
  }),
  'nfts-spam': tab((api) => {
    api.nfts = [...api.nfts, spam]
  }),
  'nfts-pending': tab((api) => {
    api.nfts = [testNft(1), testNft(2, { name: null, imageUrl: null, isPending: true })]
  }),
  'nfts-empty': tab((api) => {
    api.nfts = []
  }),
  'nfts-loading': tab((api) => {
    api.answer = never
  }),
  'nfts-failed': tab((api) => {
    api.answer = async () => refuse(400, 'transactions-failed')
  }),
  'nfts-unsupported': tab((api) => {
    api.answer = async () => refuse(400, 'chain-unsupported')
  }),
  nft: one(testNft(3)),
  'nft-long': one(long),
  'nft-spam': one(spam),
  'nft-single': one(single),
  'nft-compressed': one({ ...single, isCompressed: true, isSendable: false }),
  'send-nft': send(testNft(3)),
  'send-nft-wrong': send(long, at({ to: '0x1234', wrong: 'to', amount: '0' })),
  'send-nft-review': send(long, at({ step: 'review', amount: '12' })),
  'send-nft-name': send(
    testNft(3),
    at({
      step: 'review',
      receiver: { address: friend, name: 'nadia.example' },
      warnings: [{ kind: 'first-time' }],
    }),
  ),
  'send-nft-look-alike': send(
    testNft(3),
    at({ step: 'review', warnings: [{ kind: 'look-alike', of: friend }] }),
  ),
  'send-nft-waiting': send(testNft(3), at({ step: 'waiting' })),
  'send-nft-declined': send(
    testNft(3),
    at({ step: 'review', error: new FoyerError('user-rejected') }),
  ),
  'send-nft-sent': send(testNft(3), at({ step: 'sent', hash: `0x${'1'.repeat(64)}` })),
  'send-nft-reverted': send(
    testNft(3),
    at({ step: 'sent', hash: `0x${'1'.repeat(64)}`, outcome: 'reverted' }),
  ),
}
