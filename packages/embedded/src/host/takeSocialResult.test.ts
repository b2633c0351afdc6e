import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { rememberPlace, takeSocialResult } from './takeSocialResult.ts'

const login = 'https://id.example'
const result = `${login}/oauth/result?r=abc`
const param = `result_uri=${encodeURIComponent(result)}`

/** A page at an address, whose history is written down. */
function at(address: string): { read: () => string | undefined } {
  let now: string | undefined
  const { hash, pathname, search } = new URL(address, 'https://shop.example')
  Object.assign(globalThis, {
    location: {
      ...{ hash, pathname, search },
      replace(next: string) {
        now = next
      },
    },
    history: {
      state: null,
      replaceState(_: unknown, __: string, next: string) {
        now = next
      },
    },
  })
  return { read: () => now }
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'location')
  Reflect.deleteProperty(globalThis, 'history')
})

test.each([
  [`/cart?${param}`, '/cart'],
  [`/cart?a&${param}`, '/cart?a'],
  [`/cart?${param}&b=%20`, '/cart?b=%20'],
  [`/cart?a=1&${param}&b=2#top`, '/cart?a=1&b=2#top'],
])('[4.26, T65] takes the result of %s and leaves the rest', (before, after) => {
  const page = at(before)
  expect(takeSocialResult(`${login}/`)).toBe(result)
  expect(page.read()).toBe(after)
})

/** The storage of a tab. */
function withStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('[4.26] comes back to the fragment of the page that was left, once', () => {
  withStorage()
  at('/cart#third')
  rememberPlace()
  for (const after of ['/cart#third', '/cart']) {
    const page = at(`/cart?${param}`)
    expect(takeSocialResult(login)).toBe(result)
    expect(page.read()).toBe(after)
  }
})

test('[4.26] loads a page that was left with a query with it again, and takes the result then, once', () => {
  withStorage()
  at('/cart?item=7#third')
  rememberPlace()
  const page = at(`/cart?${param}`)
  expect(takeSocialResult(login)).toBeUndefined()
  expect(page.read()).toBe('/cart?item=7#third')
  const loaded = at('/cart?item=7#third')
  expect([takeSocialResult(login), takeSocialResult(login)]).toEqual([result, undefined])
  expect(loaded.read()).toBeUndefined()
})

test('gives a result that was kept to its own login site only', () => {
  withStorage()
  at('/cart?item=7')
  rememberPlace()
  at(`/cart?${param}`)
  takeSocialResult(login)
  at('/cart?item=7')
  expect(takeSocialResult('https://other.example')).toBeUndefined()
})

test.each([
  '/cart',
  '/cart?other_result_uri=1',
  `/cart?result_uri=${encodeURIComponent('https://evil.example/oauth/result?r=abc')}`,
  `/cart?result_uri=${encodeURIComponent('https://id.example.evil.example/oauth/result?r=abc')}`,
  '/cart?result_uri=%E0%A4%A',
])('leaves %s as it is', (address) => {
  const page = at(address)
  expect(takeSocialResult(login)).toBeUndefined()
  expect(page.read()).toBeUndefined()
})

test('does nothing on a server, which has no address', () => {
  expect(takeSocialResult(login)).toBeUndefined()
})
