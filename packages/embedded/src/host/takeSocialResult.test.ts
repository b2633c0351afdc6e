import type { Foyer } from '@foyer/core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { embedded } from '../embedded.ts'
import { rememberPlace, takeSocialResult } from './takeSocialResult.ts'

const login = 'https://id.example'
const result = `${login}/oauth/result?r=abc`
const param = `result_uri=${encodeURIComponent(result)}`

const site = 'https://shop.example'

/** A page at an address of the site; `read` returns the address of now, if it was changed, and `list` each. */
function at(address: string) {
  const changes: string[] = []
  const { hash, origin, pathname, search } = new URL(site + address)
  const change = (next: string) => void changes.push(new URL(next, site).href.replace(site, ''))
  Object.assign(globalThis, {
    location: { ...{ hash, origin, pathname, search }, replace: change },
    history: { state: null, replaceState: (_: unknown, __: string, next: string) => change(next) },
  })
  return { read: () => changes.at(-1), list: () => changes }
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
  // The address has no result while the page is left.
  expect(page.list()).toEqual(['/cart', '/cart?item=7#third'])
  const loaded = at('/cart?item=7#third')
  expect([takeSocialResult(login), takeSocialResult(login)]).toEqual([result, undefined])
  expect(loaded.read()).toBeUndefined()
})

test('of several instances that share an embedded wallet, one takes the result', () => {
  withStorage()
  at('/cart?item=7')
  rememberPlace()
  const page = at(`/cart?${param}`)
  const connector = embedded({ loginUrl: login, projectId: 'shop' })
  for (const foyer of [{}, {}] as Foyer[]) connector.attach?.(foyer)
  expect(page.list()).toEqual(['/cart', '/cart?item=7'])
})

test('stays on the site, whose paths may begin with two slashes', () => {
  withStorage()
  at('/cart?item=7')
  rememberPlace()
  const page = at(`//evil.example/x?${param}`)
  takeSocialResult(login)
  expect(page.list()).toEqual(['//evil.example/x', '//evil.example/x?item=7'])
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
