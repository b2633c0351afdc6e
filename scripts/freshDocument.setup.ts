/** Test files share one page: each begins with an empty document and empty storage, as on a page of its own. */
import { beforeAll } from 'vitest'

beforeAll(() => {
  const { body, documentElement } = document
  document.adoptedStyleSheets = []
  for (const element of [documentElement, body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
