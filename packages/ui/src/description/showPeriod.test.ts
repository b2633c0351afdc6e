import { expect, test } from 'vitest'
import { showPeriod } from './showPeriod.ts'

test('shows a period in the largest unit of which it has several', () => {
  const shown = [1, 60, 90, 3_600, 86_400, 90_000, 172_800, 604_800].map((one) =>
    showPeriod(one, 'en'),
  )
  expect(shown).toEqual([
    ...[
      '1 second',
      '60 seconds',
      '90 seconds',
      '60 minutes',
      '24 hours',
      '25 hours',
      '2 days',
      '7 days',
    ],
  ])
  expect(showPeriod(604_800, 'es')).toBe('7 días')
})
