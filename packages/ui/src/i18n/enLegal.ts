/** Texts of the terms, loaded with their component by sites that have terms. */
export const enLegal = {
  'connect.legalCheckbox': 'I accept the {terms} and the {privacy}',
  'connect.legalCheckboxOne': 'I accept the {link}',
  'connect.legalCheckboxPlain': 'I accept the terms of this site',
  'connect.legalNote': 'By connecting you accept the {terms} and the {privacy}',
  'connect.legalNoteOne': 'By connecting you accept the {link}',
  'connect.terms': 'terms of service',
  'connect.privacy': 'privacy policy',
  'connect.legalNeeded': 'Accept the terms first.',
} as const
