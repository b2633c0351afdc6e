import type { TypedNode } from '@foyer/decode'
import { useStyles } from '../useStyles.ts'
import css from './TypedTree.css?inline'

/** Shows typed data with all its nested fields. */
export function TypedTree({ nodes }: { nodes: readonly TypedNode[] }) {
  useStyles(css)
  return (
    <ul className="approval-tree">
      {nodes.map(({ fields, name, text, type }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a described request never changes
        <li key={index}>
          <span className="approval-field">
            <span className="approval-field-name" title={type}>
              {name}
            </span>
            {text === undefined ? null : (
              <span className="approval-field-value" dir="auto">
                {text}
              </span>
            )}
          </span>
          {fields && fields.length > 0 ? <TypedTree nodes={fields} /> : null}
        </li>
      ))}
    </ul>
  )
}
