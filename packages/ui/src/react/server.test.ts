import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Site, siteHtml } from './site.test.kit.tsx'

test('renders on a server, which has no page: buttons and facts of a visitor that nobody knows', () => {
  expect(typeof document).toBe('undefined')
  expect(renderToString(createElement(Site))).toBe(siteHtml)
})
