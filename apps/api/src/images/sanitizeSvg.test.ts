import { expect, test } from 'vitest'
import { longestSvg, mostTags, sanitizeSvg } from './sanitizeSvg.ts'

const svg = (content: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${more}>${content}</svg>`
const clean = (content: string, more = '') =>
  sanitizeSvg(svg(content, more))
    ?.replace('<svg xmlns="http://www.w3.org/2000/svg">', '')
    .replace(/<\/svg>$/, '')

test('keeps a drawing', () => {
  const drawing =
    '<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(10,48%,17%)"></stop></linearGradient></defs>' +
    '<rect width="400" height="400" fill="url(#sky)"></rect><text x="1" class="base">A &amp; B &lt;3</text>' +
    '<image href="data:image/png;base64,iVBORw0KGgo=" width="8"></image>' +
    '<path d="M0 0h1z" transform="rotate(45)"></path>'
  expect(clean(drawing)).toBe(drawing)
})

test('keeps styles that stay inside, as on-chain art has them', () => {
  const style =
    '<style>.base { fill: white; font: 14px serif; } @media (min-width: 1px) { a b { fill: url(#sky) } }</style>'
  expect(clean(style)).toBe(style)
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>'],
  ['a script with a prefix', '<svg:script>alert(1)</svg:script>'],
  ['a script after a broken comment', '<!--><script>alert(1)</script>-->'],
  ['foreign content', '<foreignObject><div onclick="alert(1)">x</div></foreignObject>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ['a link', '<a href="javascript:alert(1)"></a>'],
  ['an animation', '<animate attributeName="href" values="javascript:alert(1)"/>'],
  ['a handler that animates', '<set attributeName="onload" to="alert(1)"/>'],
  ['a reference outside', '<use href="https://evil.example/a.svg#x"/>'],
  ['a bomb of references', '<use href="#a"/>'],
  ['an import', '<style>@import url(https://evil.example/a.css);</style>'],
  ['a style that loads', '<style>rect { fill: url("https://evil.example/a.svg#x") }</style>'],
  ['a style with an escape', '<style>rect { fill: u\\72l(https://evil.example/) }</style>'],
  ['a style with a set', '<style>rect { background: image-set("a.png" 1x) }</style>'],
  [
    'a style that ends itself',
    '<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
  ],
  ['a style in CDATA', '<style><![CDATA[</style><script>alert(1)</script>]]></style>'],
  ['an entity', '<!ENTITY x SYSTEM "file:///etc/passwd">'],
  ['an instruction', '<?xml-stylesheet href="https://evil.example/a.css"?>'],
])('[T100] removes %s', (_, content) => {
  expect(clean(content)).toBe('')
})

test.each([
  ['a handler', ' onload="alert(1)"'],
  ['a handler in capitals', ' ONLOAD="alert(1)"'],
  ['a paint outside', ' fill="url(https://evil.example/a.svg#x)"'],
  ['a paint outside with spaces', ' fill="url( https://evil.example/a.svg#x)"'],
  ['a filter outside', ' filter="url(//evil.example/a)"'],
  ['a style that loads', ' style="background: url(https://evil.example/)"'],
  ['a style with an escape', ' style="background: u\\72l(https://evil.example/)"'],
  ['a base', ' xml:base="https://evil.example/"'],
])('[T100] removes %s from an element', (_, attribute) => {
  expect(clean(`<rect${attribute} width="1"/>`)).toBe('<rect width="1"></rect>')
})

test.each([
  ['a page', 'https://evil.example/a.png'],
  ['a relative address', '/getWallets'],
  ['a drawing', 'data:image/svg+xml;base64,PHN2Zz4='],
  ['a page in itself', 'data:text/html,<script>'],
])('[T100] removes an image that is %s', (_, href) => {
  expect(clean(`<image href="${href}"/><image xlink:href="${href}"/>`)).toBe(
    '<image></image><image></image>',
  )
})

test('writes text of entities as text', () => {
  expect(clean('<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>')).toBe(
    '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  )
})

test('a text that is deep, long, or no drawing gives none', () => {
  const deep = sanitizeSvg(svg('<g>'.repeat(mostTags - 3)))
  expect((deep?.match(/<g>/g) ?? []).length).toBeLessThan(64)
  expect(sanitizeSvg(svg(' '.repeat(longestSvg)))).toBeUndefined()
  expect(sanitizeSvg(svg('<g>'.repeat(mostTags)))).toBeUndefined()
  for (const text of ['<html></html>', 'text', '', '<script><svg></svg></script>'])
    expect(sanitizeSvg(text)).toBeUndefined()
})
