#!/bin/bash
# Runs the set-up of docs/guide/fleet.md as it is printed, between a machine with PostgreSQL and one with an agent: two
# network namespaces, a copy of /etc, /usr/local and /var that ends with this script, and stand-ins for what asks a
# person, the network or systemd. Root alone can run it, in mount and process namespaces of its own.
#   fleet-setup.sh REPOSITORY NODE POSTGRESQL-BIN FOLDER
set -e
repository=$1 node=$2 postgres=$3 home=$4
cd "$home"
chmod 755 .

mkdir layers repos
mount -t tmpfs tmpfs layers
for folder in etc usr/local var; do
  mkdir -p "layers/$folder" "layers/work/$folder"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=layers/$folder,workdir=layers/work/$folder" "/$folder"
done
mkdir -p /run/postgresql /run/netns
mount -t tmpfs tmpfs /run/postgresql
mount -t tmpfs tmpfs /run/netns
chown postgres /run/postgresql

program() { cat > "/usr/local/bin/$1" && chmod 755 "/usr/local/bin/$1"; }
cp "$node" /usr/local/bin/node
ln -sf "$postgres/psql" /usr/local/bin/psql
program loop <<< "#!/bin/sh
exec node $repository/apps/cli/dist/loop.cjs \"\$@\""
ln -sf "$repository/packages/fleet/dist/loop-fleet.js" /usr/local/bin/loop-fleet
program sudo <<'EOF'
#!/bin/sh
user=root
[ "$1" = -u ] && user=$2 && shift 2
home=$(getent passwd "$user" | cut -d: -f6)
exec runuser -u "$user" -- env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin HOME="$home" USER="$user" "$@"
EOF
program systemctl <<'EOF'
#!/bin/sh
# Starts the unit with the user and the environment that it names, and nothing else.
value() { sed -n "s/^$1=//p" /etc/systemd/system/loopwright-agent.service; }
cd "$(value WorkingDirectory)"
value Environment > /run/postgresql/environment
exec setsid runuser -u "$(value User)" -- env -i PATH=/usr/local/bin:/usr/bin USER=loop \
  $(value Environment) $(cat "$(value EnvironmentFile)") sh -c "exec $(value ExecStart)" > /var/log/agent 2>&1 &
EOF
program gh <<'EOF'
#!/bin/sh
case "$1 $2 $3" in
'auth git-credential get') printf 'username=x\npassword=%s\n' "$GH_TOKEN" ;;
'auth status '*) [ "$GH_TOKEN" = your-token ] ;;
'pr list '*) echo '[]' ;;
'pr create '*) echo https://git.example.org/app/pull/1 ;;
esac
EOF
program claude <<'EOF'
#!/bin/sh
[ "$1" = --version ] && exit
cat > /dev/null
echo line >> made
printf '%s\n' '{"type":"result","subtype":"success","is_error":false,"result":"<loop-complete>\nA line.\n</loop-complete>","total_cost_usd":0.25}'
EOF

echo '10.99.0.1 db.example.org git.example.org' >> /etc/hosts
ip netns add server
ip netns add agent
ip link add link0 netns server type veth peer name link0 netns agent
ip -n server addr add 10.99.0.1/24 dev link0
ip -n agent addr add 10.99.0.2/24 dev link0
for name in server agent; do ip -n $name link set lo up && ip -n $name link set link0 up; done

mkdir -p /etc/loopwright
make='openssl req -x509 -newkey rsa:2048 -nodes -days 2'
$make -subj /CN=authority -keyout ca.key -out /etc/loopwright/ca.crt 2> openssl.log
$make -subj /CN=db -addext subjectAltName=DNS:db.example.org -CA /etc/loopwright/ca.crt -CAkey ca.key \
  -keyout own.key -out own.crt 2>> openssl.log
install -o postgres -m 600 own.key server.key
install -d -o postgres data
as_postgres() { (cd / && ip netns exec server runuser -u postgres -- "$@") > postgres.log; }
as_postgres "$postgres/initdb" -D "$home/data" -A peer
echo 'hostssl all all 10.99.0.0/24 scram-sha-256' >> data/pg_hba.conf
as_postgres "$postgres/pg_ctl" -w -D "$home/data" -l "$home/data/log" start -o "-k /run/postgresql -h 10.99.0.1 \
  -c ssl=on -c ssl_cert_file=$home/own.crt -c ssl_key_file=$home/server.key"

git init -q --bare --initial-branch=main repos/app.git
git -C repos/app.git config http.receivepack true
tree=$(git -C repos/app.git hash-object -t tree -w /dev/null)
first=$(git -C repos/app.git -c user.name=a -c user.email=a@b commit-tree -m begin "$tree")
git -C repos/app.git update-ref refs/heads/main "$first"
ip netns exec server node "$repository/docs/test/support/git-server.ts" "$home/repos" x:your-token &

# The blocks of the guide, each on its machine.
on() { echo "## $1"; ip netns exec "$1" bash -e; }
block() { awk -v wanted="$1" '/^## On several/ { on = 1 } on && /^```$/ { inside = 0 } inside && n == wanted
  on && /^```sh$/ { inside = 1; n += 1 }' "$repository/docs/guide/fleet.md"; }
cd "$repository/docs/examples/fleet"
block 1 | on server
block 2 | on agent
on agent <<'EOF'
sudo -u loop env LOOP_FLEET=/etc/loopwright/fleet loop fleet add 'Make the file `made` hold a line' --key one --pr \
  --repo http://git.example.org:8080/app.git --check 'line=test -s made' \
  --check 'secret=! grep -l choose-one /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2> /dev/null'
EOF
block 3 | on agent
for _ in $(seq 60); do grep -qs '^one: \(verified\|ended\|failed\)' /var/log/agent && break; sleep 1; done
cat /var/log/agent
on agent <<< 'sudo -u loop env LOOP_FLEET=/etc/loopwright/fleet loop fleet status'
git -C "$home/repos/app.git" log --all --format='pushed by %an: %s'
