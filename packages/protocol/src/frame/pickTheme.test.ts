import * as v from 'valibot'
import { expect, test } from 'vitest'
import { frameTheme } from './frameTheme.ts'
import { pickTheme } from './pickTheme.ts'

test('[3.7] accepts mode, variables and w3m variables', () => {
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
    `rgb(${'255.125% '.repeat(3).trim()} / 100.55%)`,
  ].map((value) => ['color-text', value]),
  ...['99999px', '-1px', '1em', '0', 'calc(1px)', '4px;', '16.01px'].map((value) => [
    'border-radius-master',
    value,
  ]),
  ...['0px', '7.99px', '17px', '100vw'].map((value) => ['font-size-master', value]),
  ...['319px', '481px', '100%', '9999px'].map((value) => ['width', value]),
  ...['Evil', 'system-ui, url(x)', '"x"'].map((value) => ['font-family', value]),
  ['shadow', '0 0 1px #000'],
  ['z-index', '1'],
  ['color-backdrop', '#000'],
  ['background', '#fff'],
  ['--w3m-accent', 'url(x)'],
  ['--w3m-qr-color', '#fff'],
]

test.each(hostile)('%s drops %j', (name = '', value = '') => {
  for (const key of ['themeVariables', 'w3mThemeVariables'] as const) {
    const given = v.parse(frameTheme, { [key]: { [name]: value, 'color-line': '#fff' } })
    expect(pickTheme(given)).toEqual({ [key]: { 'color-line': '#fff' } })
  }
})

test.each([
  ['border-radius-master', '0px', '16px'],
  ['--w3m-border-radius-master', '0px', '16px'],
  ['font-size-master', '8px', '16px'],
  ['--w3m-font-size-master', '8px', '16px'],
  ['width', '320px', '480px'],
  ['--w3m-color-mix-strength', '0', '100'],
  ['font-family', 'system-ui', 'ui-rounded'],
  ['--w3m-font-family', 'serif', 'monospace'],
  ['color-text', '#fff', `rgb(${'255.125% '.repeat(3).trim()} / 100.5%)`],
])('accepts %s of %s and of %s', (name, ...values) => {
  for (const value of values)
    expect(pickTheme({ themeVariables: { [name]: value } })).toEqual({
      themeVariables: { [name]: value },
    })
})

test('drops values that are not themes', () => {
  for (const theme of [
    { themeMode: 'blue' },
    { themeVariables: 'color' },
    { themeVariables: { color: {} } },
    { css: 'body{}' },
  ])
    expect(v.safeParse(frameTheme, theme).success).toBe(false)
})

test('accepts the names that a site uses in its styles', () => {
  expect(pickTheme({ themeVariables: { '--foyer-color-accent': '#b45309', width: 999 } })).toEqual({
    themeVariables: { 'color-accent': '#b45309' },
  })
})
