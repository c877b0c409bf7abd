import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/* React's rules for what the browser runs. Everything else is checked by oxlint, with types (.oxlintrc.json). */
export default [
  {
    ...reactHooks.configs.flat.recommended,
    files: ['components/**/*.{ts,tsx}', 'app/**/*.tsx'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off' }, // some are of oxlint's rules
  },
];
