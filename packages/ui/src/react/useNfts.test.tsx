import { expect, onTestFinished, test } from 'vitest'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { refuse } from '../views/activity/testHistory.test.kit.ts'
import { testNft, testNfts } from '../views/nfts/testNfts.test.kit.ts'
import { renderHook } from './renderHook.test.kit.tsx'
import { useNfts } from './useNfts.ts'
import { useSendNft } from './useSendNft.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function prepare() {
  const api = testNfts([testNft(1), testNft(2, { isSpam: true }), testNft(3)])
  onTestFinished(api.stop)
  api.pageSize = 2
  return { api, ...(await testFoyer({ options: { apiUrl: api.url } })) }
}
type Given = NonNullable<Parameters<typeof useNfts>[0]>

test('[2.4] [3.4] reads the first page on mount and the next ones on demand, without spam unless wanted', async () => {
  const { api, foyer } = await prepare()
  const hook = await renderHook(foyer, (parameters: Given) => useNfts(parameters), {})
  expect(hook.all[0]).toMatchObject({ status: 'pending', data: undefined, isLoading: true })
  await expect.poll(() => hook.current.isSuccess).toBe(true)
  expect(hook.current).toMatchObject({
    data: { nfts: [api.nfts[0]], spamCount: 1 },
    hasNextPage: true,
  })
  expect((await hook.current.fetchNextPage()).data?.nfts).toEqual([api.nfts[0], api.nfts[2]])
  await hook.rerender({ showsSpam: true })
  await expect.poll(() => hook.current.data?.nfts.length).toBe(3)
  api.answer = async () => refuse(400, 'transactions-failed')
  expect(await hook.current.refetch()).toMatchObject({
    ...{ status: 'error', data: undefined, error: { code: 'http-failed' } },
  })
})

test('sends an NFT', async () => {
  const { api, foyer, wallet } = await prepare()
  const hook = await renderHook(foyer, () => useSendNft(), undefined)
  const hash = await hook.current.mutateAsync({ nft: api.nfts[0]!, to: friend })
  expect(hash).toMatch(/^0x5{64}$/)
  expect(wallet.asked.at(-1)).toBe(`send 1 of NFT 1 to ${friend}`)
  await expect.poll(() => hook.current.data).toBe(hash)
})
