import * as v from 'valibot'
import { expect, test } from 'vitest'
import { frameTheme } from './frameTheme.ts'
import { pickTheme } from './pickTheme.ts'

test('[3.7] takes mode, variables and w3m variables', () => {
  const theme = {
    themeMode: 'dark',
    themeVariables: { 'color-accent': '#b45309', 'border-radius-master': '4px', width: '360px' },
    w3mThemeVariables: { '--w3m-accent': 'rgb(1, 2, 3)' },
  }
  expect(pickTheme(v.parse(frameTheme, theme))).toEqual(theme)
})

const hostile = [
  ...[
    'url(https://evil.example/x)',
    'var(--x)',
    '#fff;position:fixed',
    '#fff}body{display:none',
    'red',
    'rgb(0 0 0 / 0) url(x)',
    'image-set("x")',
    'attr(x)',
    'expression(1)',
    '#ggg',
    '#12345',
    '\\75rl(x)',
    '/**/#fff',
    'env(x)',
    '#fff !important',
    'inherit',
    ' '.repeat(100),
  ].map((value) => ['color-text', value]),
  ...['99999px', '-1px', '1em', '0', 'calc(1px)', '4px;', '17px'].map((value) => [
    'border-radius-master',
    value,
  ]),
  ...['0px', '1px', '17px', '100vw'].map((value) => ['font-size-master', value]),
  ...['1px', '100%', '9999px'].map((value) => ['width', value]),
  ...['Evil', 'system-ui, url(x)', '"x"'].map((value) => ['font-family', value]),
  ['shadow', '0 0 1px #000'],
  ['z-index', '1'],
  ['color-backdrop', '#000'],
  ['background', '#fff'],
  ['--w3m-accent', 'url(x)'],
  ['--w3m-qr-color', '#fff'],
]

test.each(hostile)('%s of %j is left out', (name = '', value = '') => {
  for (const key of ['themeVariables', 'w3mThemeVariables'] as const) {
    const given = v.parse(frameTheme, { [key]: { [name]: value, 'color-line': '#fff' } })
    expect(pickTheme(given)).toEqual({ [key]: { 'color-line': '#fff' } })
  }
})

test('error: what is no theme', () => {
  for (const theme of [
    { themeMode: 'blue' },
    { themeVariables: 'color' },
    { themeVariables: { color: {} } },
    { css: 'body{}' },
  ])
    expect(v.safeParse(frameTheme, theme).success).toBe(false)
})

test('takes the names that a site writes in its styles', () => {
  expect(pickTheme({ themeVariables: { '--foyer-color-accent': '#b45309', width: 999 } })).toEqual({
    themeVariables: { 'color-accent': '#b45309' },
  })
})
