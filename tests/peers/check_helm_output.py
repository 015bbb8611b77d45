"""Pipes what `helm template` makes of charts into `chartgen check -`: what the API would accept must
pass, and what it would not must be found.

Usage: check_helm_output.py CHARTGEN; the variables HELM3 and HELM4 name the two programs.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# A chart with most of what charts have, written as Helm's own templates are: with empty maps, nulls,
# trimmed white space, numbers as text, hooks and a List.
TEMPLATES = {
    "config.yaml": """
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-config
  annotations:
    {{- with .Values.annotations }}{{ toYaml . | nindent 4 }}{{ end }}
data:
  app.yaml: |-
    {{- .Values.config | toYaml | nindent 4 }}
  port: {{ .Values.port | quote }}
---
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}-secret}
type: Opaque
data:
  password: {{ .Values.password | b64enc }}
stringData:
  user: {{ .Values.user | default "admin" | quote }}
""",
    "database.yaml": """
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ .Release.Name }}-db
  labels: &labels
    app.kubernetes.io/name: db
    app.kubernetes.io/instance: {{ .Release.Name }}
spec:
  serviceName: {{ .Release.Name }}-db
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels: *labels
  template:
    metadata:
      labels: *labels
    spec:
      securityContext: {{- toYaml .Values.podSecurityContext | nindent 8 }}
      containers:
        - name: db
          image: "{{ .Values.image }}:{{ .Values.tag }}"
          ports: [{containerPort: {{ .Values.port }}, name: sql}]
          envFrom: [{secretRef: {name: {{ .Release.Name }}-secret}}]
          env:
            - name: CONFIG
              valueFrom: {configMapKeyRef: {name: {{ .Release.Name }}-config, key: app.yaml}}
          readinessProbe: {tcpSocket: {port: sql}, periodSeconds: 5}
          resources: {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts: [{name: data, mountPath: /var/lib/db}]
      nodeSelector: {{- toYaml .Values.nodeSelector | nindent 8 }}
      tolerations:
  volumeClaimTemplates:
    - metadata: {name: data}
      spec:
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: {{ .Values.size }}}}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}-db}
spec:
  clusterIP: None
  selector: {app.kubernetes.io/name: db}
  ports: [{port: {{ .Values.port }}, targetPort: sql, name: sql}]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: {{ .Release.Name }}-db}
spec: {maxUnavailable: 1, selector: {matchLabels: {app.kubernetes.io/name: db}}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: {{ .Release.Name }}-db}
spec:
  podSelector: {matchLabels: {app.kubernetes.io/name: db}}
  ingress: [{from: [{podSelector: {}}], ports: [{port: sql}]}]
""",
    "jobs.yaml": """
apiVersion: batch/v1
kind: CronJob
metadata: {name: {{ .Release.Name }}-backup}
spec:
  schedule: {{ .Values.schedule | quote }}
  timeZone: Etc/UTC
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          serviceAccountName: {{ .Release.Name }}
          restartPolicy: OnFailure
          containers: [{name: backup, image: {{ .Values.image }}, command: ["sh", "-c", "date; exit 0"]}]
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-migrate
  annotations: {"helm.sh/hook": pre-upgrade, "helm.sh/hook-weight": "-5"}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: migrate, image: {{ .Values.image }}}]}
""",
    "access.yaml": """
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ServiceAccount
    metadata: {name: {{ .Release.Name }}}
  - apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: {{ .Release.Name }}}
    rules: [{apiGroups: [""], resources: [pods, pods/log], verbs: [get, list]}]
  - apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: {{ .Release.Name }}}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .Release.Name }}}
    subjects: [{kind: ServiceAccount, name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}]
""",
}
VALUES = """
annotations: {}
config: {level: info, ratio: 0.5, flags: [a, "yes", 1]}
password: "hunter 2"
user: null
replicas: 2
podSecurityContext: {}
image: postgres
tag: "16.4"
port: 5432
resources: {limits: {cpu: 2, memory: 4Gi}, requests: {cpu: 500m}}
nodeSelector: {disk: "true"}
size: 10Gi
schedule: "0 3 * * *"
"""
# Values that the API would refuse, each with the code of the finding.
FAULTY = {
    "size=10GB": "quantity",
    "schedule=0 25 * * *": "cron-schedule",
    "replicas=two": "type",
    "nodeSelector.disk=true": "unquoted-text",
    "podSecurityContext.runAsUser=-1": "range",
    "podSecurityContext.fsGroupp=1": "unknown-key",
    "resources.requests.cpu=3": "request-above-limit",
    "image=Postgres DB": "image-reference",
    "port=0": "range",
}
# What `helm create` makes, switched on.
CREATED = [[], ["--set", "ingress.enabled=true,autoscaling.enabled=true,replicaCount=3"],
           ["--set", "tolerations[0].operator=Exists,nodeSelector.disk=ssd,podAnnotations.a=b"],
           ["--set", "service.type=NodePort,serviceAccount.create=false,podSecurityContext.fsGroup=2000"]]


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def template(helm, chart, *arguments):
    done = run([helm, "template", "demo", str(chart), *arguments])
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_chart(folder):
    chart = pathlib.Path(folder) / "full"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: full\nversion: 0.1.0\n")
    (chart / "values.yaml").write_text(VALUES)
    for name, text in TEMPLATES.items():
        (chart / "templates" / name).write_text(text)
    return chart


def main(chartgen):
    failures, count = [], 0
    for helm in (os.environ["HELM3"], os.environ["HELM4"]):
        with tempfile.TemporaryDirectory() as folder:
            run([helm, "create", str(pathlib.Path(folder) / "web")])
            renders = [template(helm, pathlib.Path(folder) / "web", *flags) for flags in CREATED]
            full = write_chart(folder)
            renders.append(template(helm, full))
            for text in renders:
                done = run([chartgen, "check", "--message-format", "short", "-"], text)
                count += 1
                if done.returncode != 0:
                    failures.append(f"{helm}: refused:\n{done.stdout}{done.stderr}")
            for setting, code in FAULTY.items():
                done = run([chartgen, "check", "--message-format", "short", "-"], template(helm, full, "--set", setting))
                count += 1
                if done.returncode != 1 or f"error[{code}]" not in done.stdout:
                    failures.append(f"{helm}: --set {setting}: no {code}:\n{done.stdout}{done.stderr}")
    print("\n".join(failures))
    print(f"{count - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main(sys.argv[1])
