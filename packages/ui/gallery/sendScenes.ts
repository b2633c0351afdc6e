import { FoyerError } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import type { ReceiveData } from '../src/views/receive/receiveData.ts'
import { loadSendForm } from '../src/views/send/loadSendForm.ts'
import type { SendData } from '../src/views/send/sendData.ts'
import {
  bob,
  decline,
  eth,
  ether,
  fakeBob,
  never,
  sendingFoyer,
  tokenContract,
  usdc,
} from '../src/views/send/testSend.test.kit.ts'
import type { Scene } from './scene.ts'

type Kit = NonNullable<Parameters<typeof sendingFoyer>[0]>

function scene(show: (modal: Modal) => Promise<void>, kit: Kit = {}): Scene {
  return { kit: async () => (await sendingFoyer(kit)).foyer, show }
}
const form = (data?: SendData, kit?: Kit) => scene((modal) => modal.open('Send', data), kit)
/** Fills the form in and goes on to its review, and asks the wallet if `sends`. */
const review = (sends = false, kit?: Kit, to = bob) =>
  scene(async (modal) => {
    const own = await loadSendForm(modal)
    await modal.open('Send', { amount: 125n * 10n ** 15n, to })
    await new Promise<void>((resolve) => {
      const stop = own.store.subscribe(
        ({ estimate, loading, receiverAddress, sendTokenAmount }) => {
          if (loading || !receiverAddress || !estimate || !sendTokenAmount) return
          stop()
          resolve()
        },
      )
    })
    modal.router.push('SendReview')
    if (sends) void own.send()
  }, kit)
const receive = (data?: ReceiveData) => scene((modal) => modal.open('Receive', data))

export const sendScenes: Readonly<Record<string, Scene>> = {
  'account-features': scene((modal) => modal.open('Account')),
  receive: receive(),
  'receive-request': receive({ amount: eth / 4n }),
  send: form(),
  'send-filled': form({ amount: 125n * 10n ** 15n, to: bob }),
  'send-token': form({ amount: 12_500_000n, to: tokenContract, token: tokenContract }),
  'send-loading': form({ to: bob }, { chain: { estimate: never } }),
  'send-refused': form(
    { amount: 125n * 10n ** 15n, to: bob },
    { chain: { estimate: () => Promise.reject(new FoyerError('transaction-rejected')) } },
  ),
  'send-too-much': form({ amount: 3n * eth, to: 'nobody' }),
  'send-long': form(
    { amount: 1n, to: bob },
    {
      wallet: {
        balance: 10n ** 76n,
        tokens: [
          { ...ether, quantity: { decimals: '18', numeric: `${'9'.repeat(58)}.123456789` } },
          { ...usdc, name: 'A Token Whose Name Never Ends At All', symbol: 'UNREASONABLE' },
        ],
      },
    },
  ),
  'send-select': scene(async (modal) => {
    await modal.open('Send')
    modal.router.push('SendSelectToken')
  }),
  'send-review': review(),
  'send-review-risky': review(false, {}, tokenContract),
  'send-look-alike': form({ amount: 1n, to: fakeBob }),
  'send-asking': review(true, { chain: { send: never } }),
  'send-pending': review(true, { chain: { receipt: never, replace: never } }),
  'send-success': review(true),
  'send-failed': review(true, { chain: { receipt: async () => 'reverted' } }),
  'send-declined': review(true, { chain: { send: decline } }),
}
