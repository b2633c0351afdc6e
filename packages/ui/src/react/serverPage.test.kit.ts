import { connect } from '@foyer/core'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createModal } from '../createModal.ts'
import { keepButtonHint } from '../elements/keepButtonHint.ts'
import { makeServerSite, ServerSite } from './serverSite.test.kit.ts'

/** Inputs of a page of renderButton.test.ts, and its output. */
export type ServerPage = {
  connect(): Promise<void>
  readonly errors: string[]
}

// Script of a server-rendered page: with React if it has a root, else without.
const errors: string[] = []
const { error } = console
console.error = (...words) => {
  errors.push(words.map(String).join(' '))
  error(...words)
}
const { connector, foyer } = await makeServerSite({ storage: localStorage })
const root = document.querySelector('#root')
const hint = JSON.parse(document.documentElement.dataset.hint ?? 'null')
if (root)
  hydrateRoot(root, createElement(ServerSite, { foyer, buttonHint: hint }), {
    onRecoverableError: (reason) => errors.push(String(reason)),
  })
else keepButtonHint(createModal(foyer, { prefetch: 'none' }))
Object.assign(window, {
  kit: { connect: () => connect(foyer, { connector }), errors } satisfies ServerPage,
})
