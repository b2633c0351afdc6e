import { expect, test } from 'vitest'
import { frameHtml } from './frameHtml.ts'

test('overrides a link’s own target and rel', () => {
  expect(frameHtml('<A\nhref=x target=_top><abbr><area/>')).toContain(
    '<A target="_blank" rel="noopener noreferrer"\nhref=x target=_top><abbr><area target="_blank" rel="noopener noreferrer"/>',
  )
})

test('removes documents inside a mail', () => {
  const html = frameHtml(
    '<iframe src=x></iframe ><ObJeCt data=y></object><embed/><frameset><frame>',
  )
  expect(html).not.toMatch(/<\/?(iframe|object|embed|frameset|frame)\b/i)
  expect(html).toContain('<x-iframe src=x></x-iframe >')
})
