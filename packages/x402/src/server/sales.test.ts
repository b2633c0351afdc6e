import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSales } from './sales.ts'

const keepMs = 100
const most = 3

test('a payment under way keeps its claim, and a settled one its answer until newer ones need the room', () => {
  const step = fc.record({
    kind: fc.constantFrom('open', 'open', 'settle', 'forget', 'wait'),
    payment: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    ms: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = 0
      const sales = createSales({ keepMs, most, now: () => now })
      /** In the order of their opening. */
      let model: { payment: string; claim: string; until: number; isSettled: boolean }[] = []
      const settle: Record<string, () => void> = {}
      for (const { kind, ms, payment } of steps) {
        const known = model.find((one) => one.payment === payment && one.until > now)
        if (kind === 'wait') now += ms
        else if (kind === 'settle' && known) {
          known.isSettled = true
          settle[payment]?.()
        } else if (kind === 'forget') {
          sales.forget(payment)
          model = model.filter((one) => one.payment !== payment)
        } else if (kind === 'open') {
          const sale = sales.open(payment)
          if (known) {
            expect(sale?.claim).toBe(known.claim)
            if (!known.isSettled) known.until = now + keepMs
            continue
          }
          model = model.filter((one) => one.until > now)
          const oldest = model.find((one) => one.isSettled)
          if (model.length === most && !oldest) {
            expect(sale).toBeUndefined()
            continue
          }
          if (model.length === most) model = model.filter((one) => one !== oldest)
          expect(model.map((one) => one.claim)).not.toContain(sale?.claim)
          expect(sale?.settled).toBeUndefined()
          const { claim } = sale!
          model.push({ payment, claim, until: now + keepMs, isSettled: false })
          settle[payment] = () => {
            sale!.settled = { success: true } as never
          }
        }
      }
    }),
  )
})
