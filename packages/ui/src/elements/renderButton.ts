import type { ThemeMode, ThemeVariables } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { enButtons } from '../i18n/enButtons.ts'
import tokens from '../tokens.css?inline'
import css from './button.css?inline'
import type { ButtonHint } from './buttonHint.ts'
import type { ButtonLook } from './buttonLook.ts'
import { type ButtonName, buttonKinds } from './defineButtons.ts'
import { roomOf } from './roomOf.ts'

/**
 * Renders a button as HTML on a server, with its styles in a declarative shadow root, so that it is painted before any
 * script runs. The element hydrates it without a layout shift. Needs no DOM.
 *
 * @param parameters.attributes - Of the element: `label`, `size`, `balance`, `namespace`, `disabled`, `for`, `id`,
 *   `class`.
 * @returns One element. Every value is escaped.
 * @example
 * ```ts
 * renderButton({ attributes: { label: 'Log in' }, hint: readButtonHint(request.headers.cookie) })
 * ```
 */
export function renderButton(parameters: renderButton.Parameters = {}): string {
  const { attributes = {}, name = 'foyer-button' } = parameters
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}>${renderShadow(parameters)}</${name}>`
}

export declare namespace renderButton {
  type Parameters = {
    /** @default 'foyer-button' */
    name?: ButtonName | undefined
    /** @default {} */
    attributes?: Readonly<Record<string, string>> | undefined
    /** Last content in this browser, from `readButtonHint`. @default not connected */
    hint?: ButtonHint | undefined
    /** The name of the network that a network button shows without a hint. @default '' */
    network?: string | undefined
    /** The site's own words: `button.connect`. @default {} */
    messages?: Readonly<Partial<Record<string, string>>> | undefined
    /**
     * The nonce of the page's Content-Security-Policy. The button keeps its space even if styles are not allowed.
     *
     * @default none
     */
    nonce?: string | undefined
    /** As in `createFoyer`. @default the system's setting */
    themeMode?: ThemeMode | undefined
    /** As in `createFoyer`. @default {} */
    themeVariables?: ThemeVariables | undefined
  }
}

/** Renders only the declarative shadow root; empty for a button without content. */
export function renderShadow(parameters: renderButton.Parameters): string {
  const { attributes = {}, nonce } = parameters
  const look = serverLook(parameters)
  if (!look) return ''
  const style = `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${tokens}${css}svg{display:none}button[hidden]{display:inline-flex}\n${themeRule(parameters)}</style>`
  const disabled = 'disabled' in attributes ? ' disabled' : ''
  return `<template shadowrootmode="open" shadowrootdelegatesfocus="">${style}${drawRoom(look, attributes.size)}<button hidden type="button" part="button" aria-haspopup="dialog" data-kind="${look.kind}"${disabled}>${drawParts(look)}</button></template>`
}

/** Computes a button's content from the hint, as `buttonLook` does from the instance. */
function serverLook({
  attributes = {},
  hint,
  messages = {},
  name = 'foyer-button',
  network = '',
}: renderButton.Parameters): ButtonLook | undefined {
  const kind = buttonKinds[name]
  const namespace = (attributes.namespace ?? hint?.active) as Namespace
  const known = hint?.namespaces[namespace]
  if (kind === 'network') return { kind, text: known?.network ?? network, picture: {} }
  const { address, balance } = known ?? {}
  if (address && kind !== 'connect') {
    const aside = attributes.balance === 'hide' ? undefined : balance
    return { kind: 'account', text: address, picture: {}, aside }
  }
  if (address || kind === 'account') return undefined
  const text = attributes.label || messages['button.connect'] || enButtons['button.connect']
  return { kind: 'connect', text }
}

/** Renders the same parts as the element. */
function drawParts({ aside, kind, picture, text }: ButtonLook): string {
  const silent = (name: string) => `<span class="${name}" part="${name}" aria-hidden="true"></span>`
  return [
    picture ? silent('picture') : '',
    `<span class="text" part="text" dir="auto">${escapeHtml(text)}</span>`,
    aside === undefined ? '' : `<span class="aside" part="aside">${escapeHtml(aside)}</span>`,
    kind === 'network' ? silent('chevron') : '',
  ].join('')
}

/** Replaces the button if the page's policy allows no styles; SVG attributes are not styles. */
function drawRoom(look: ButtonLook, size: string | undefined): string {
  const { fontSize, height, width } = roomOf(look, size)
  const [back, front] =
    look.kind === 'connect'
      ? ['var(--foyer-color-accent,light-dark(#0f766e,#2dd4bf))', 'light-dark(#fff,#000)']
      : [
          'var(--foyer-color-card,light-dark(#fff,#171614))',
          'var(--foyer-color-text,light-dark(#1c1a17,#f4f1ec))',
        ]
  const words = escapeHtml(look.aside ? `${look.text} ${look.aside}` : look.text)
  return `<svg width="${width}" height="${height}" role="img" aria-label="${words}"><rect width="100%" height="100%" rx="12" fill="${back}"/><text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${fontSize}" font-weight="600" fill="${front}">${words}</text></svg>`
}

/** Last in its sheet, so that an invalid value affects nothing after it. */
function themeRule({ themeMode, themeVariables = {} }: renderButton.Parameters): string {
  const declarations = Object.entries(themeVariables)
    .map(([name, value]) => [name.replace(/^--foyer-/, ''), String(value)] as const)
    .filter(([name, value]) => /^[\w-]+$/.test(name) && !/[;{}<>\n]/.test(value))
    .map(([name, value]) => `--foyer-${name}:${value}`)
  return `:host{color-scheme:${themeMode === 'light' || themeMode === 'dark' ? themeMode : 'light dark'}!important;${declarations.join(';')}}`
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
