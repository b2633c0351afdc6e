import * as v from 'valibot'
import { expect, test } from 'vitest'
import { frameTheme, pickThemeVariables } from './frameTheme.ts'

test('[3.7] takes mode, variables and w3m variables', () => {
  const theme = {
    themeMode: 'dark',
    themeVariables: { 'color-accent': '#b45309', 'border-radius-master': '4px', width: '360px' },
    w3mThemeVariables: { '--w3m-accent': 'rgb(1, 2, 3)' },
  }
  expect(v.parse(frameTheme, theme)).toEqual(theme)
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

test.each(hostile)('error: %s of %j is refused', (name, value) => {
  expect(v.safeParse(frameTheme, { themeVariables: { [name as string]: value } }).success).toBe(
    false,
  )
  expect(pickThemeVariables({ [name as string]: value as string })).toEqual({})
})

test('the page hands over only what the frame takes', () => {
  expect(
    pickThemeVariables({
      '--foyer-color-accent': '#b45309',
      'color-card': 'light-dark(#fff, #000)',
      'z-index': 999,
    }),
  ).toEqual({ 'color-accent': '#b45309' })
})
