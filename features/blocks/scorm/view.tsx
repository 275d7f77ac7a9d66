import { Trans } from "@lingui/react/macro";
import type { BlockViewProps } from "../block-kind.ts";
import type { ScormBlock } from "./scorm.ts";

/** A part of a package: its own run-time plays it (features/scorm), which the viewer brings along. */
export const View = ({ block, learner }: BlockViewProps<ScormBlock>) => learner.playPackage(block.id);

export const RuleWords = () => <Trans>Completes when the package reports it.</Trans>;
