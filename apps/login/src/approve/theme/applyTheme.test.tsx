import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { applyTheme } from './applyTheme.ts'

const light = { 'color-card': '#fff', 'color-text': '#000' }

/** @returns the theme's colours that were kept */
async function apply(themeVariables: Record<string, string>): Promise<Record<string, string>> {
  const { documentElement: element } = document
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  root.render(<PrimitivesRoot root={document}>text</PrimitivesRoot>)
  await expect.poll(() => place.textContent).toBe('text')
  onTestFinished(() => {
    root.unmount()
    place.remove()
    applyTheme(element, undefined)
  })
  applyTheme(element, { themeMode: 'light', themeVariables })
  return Object.fromEntries(
    Object.keys(themeVariables).flatMap((name) => {
      const value = element.style.getPropertyValue(`--foyer-${name}`)
      return value === '' ? [] : [[name, value]]
    }),
  )
}

test.each([
  ['a surface that is almost the card', 'rgb(255 255 255 / 0.1)', true],
  ['a surface that is almost the text', 'rgb(0 0 0 / 0.9)', false],
  ['a surface that lets the text through', 'rgb(0 0 0 / 0.5)', false],
])('reads %s over the card, whatever was read before it', async (_, surface, isKept) => {
  const theme = { ...light, 'color-surface': surface }
  expect(await apply(theme)).toEqual(isKept ? theme : {})
})

test('keeps no colour of a theme whose card shows the page behind it', async () => {
  expect(await apply({ ...light, 'color-card': 'rgb(255 255 255 / 0.99)' })).toEqual({})
})
