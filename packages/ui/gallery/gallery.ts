import { createModal } from '../src/createModal.ts'
import { kitOf, scenes } from './scenes.ts'

const query = new URLSearchParams(location.search)
const scene = scenes[query.get('scene') ?? '']
const theme = query.get('theme')

if (scene) {
  const foyer = scene.kit ? await scene.kit() : kitOf(scene)
  const embedded = query.has('embedded')
  const modal = createModal(foyer, {
    ...scene.modal,
    embedded,
    locale: query.get('locale') ?? 'en',
    zIndexMode: query.has('z'),
  })
  if (theme === 'light' || theme === 'dark') modal.setThemeMode(theme)
  if (embedded) document.getElementById('place')?.append(modal.element)
  await modal.language.setLocale(query.get('locale') ?? 'en')
  await scene.show(modal, foyer)
} else {
  const list = document.createElement('ul')
  for (const name of Object.keys(scenes)) {
    const link = Object.assign(document.createElement('a'), {
      href: `?scene=${name}`,
      textContent: name,
    })
    list.append(Object.assign(document.createElement('li'), {}), link)
  }
  document.querySelector('main')?.append(list)
}
document.documentElement.dataset.ready = ''
