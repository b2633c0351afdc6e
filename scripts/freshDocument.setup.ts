/** Files of browser tests share their page: each starts with an empty document of the usual size, and empty storage. */
import { afterAll } from 'vitest'
import { page } from 'vitest/browser'

for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
document.adoptedStyleSheets = []
document.body.replaceChildren()
document.title = ''
localStorage.clear()
sessionStorage.clear()
await page.viewport(414, 896)

afterAll(() => {
  if (document.querySelector('meta[http-equiv]'))
    throw new Error('The file leaves a policy, which no later file can remove')
})
