import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendPage, type KnownPages, renewPages } from './mergePages.ts'
import { pageOf, testTransaction } from './testHistory.test.kit.ts'

const list = (from: number, to: number) =>
  Array.from({ length: from - to }, (_, index) => testTransaction(from - 1 - index))
const nothing: KnownPages = { transactions: [], next: undefined }
const ids = ({ transactions }: KnownPages) => transactions.map(({ id }) => id)

test('a page that repeats a transaction adds it once', () => {
  const first = appendPage(nothing, { data: list(4, 2), next: 'a' })
  const both = appendPage(first, { data: list(3, 1), next: null })
  expect(both).toEqual({ transactions: list(4, 1), next: null })
})

test('a renewed page puts new transactions first and keeps later pages with their cursor', () => {
  const known = { transactions: list(6, 0), next: 'deep' }
  expect(renewPages(known, { data: list(7, 4), next: 'new' })).toEqual({
    transactions: list(7, 0),
    next: 'deep',
  })
})

test('a transaction that a reorganisation removed is not kept', () => {
  const known = { transactions: list(6, 0), next: 'deep' }
  const data = [testTransaction(6), testTransaction(4)]
  expect(ids(renewPages(known, { data, next: 'new' }))).toEqual(
    ids({ transactions: [...data, ...list(4, 0)], next: null }),
  )
})

test('more new transactions than a page holds replace the list: no gap stays unseen', () => {
  const known = { transactions: list(4, 0), next: null }
  const page = { data: list(9, 7), next: 'new' }
  expect(renewPages(known, page)).toEqual({ transactions: page.data, next: 'new' })
})

test('pages in any order of reads show each transaction once, newest first, without a gap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant('next'), fc.constant('renew'), fc.nat(5)), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (steps, size) => {
        let chain = list(9, 0)
        // Cursors name the last transaction of a page, as the api's do: new ones do not move them.
        const read = (after: string | undefined) => {
          const place = chain.findIndex(({ id }) => id === after) + 1
          const { data, next } = pageOf(chain, { cursor: String(place), size })
          return { data, next: next && (data.at(-1)?.id ?? null) }
        }
        let known = renewPages(nothing, read(undefined))
        for (const step of steps) {
          if (typeof step === 'number')
            chain = [...list(chain.length + step, chain.length), ...chain]
          else if (step === 'renew') known = renewPages(known, read(undefined))
          else if (typeof known.next === 'string') known = appendPage(known, read(known.next))
          const shown = ids(known)
          const start = chain.findIndex(({ id }) => id === shown[0])
          expect(shown).toEqual(chain.slice(start, start + shown.length).map(({ id }) => id))
          if (known.next === null) expect(shown.at(-1)).toBe(chain.at(-1)?.id)
        }
      },
    ),
  )
})
